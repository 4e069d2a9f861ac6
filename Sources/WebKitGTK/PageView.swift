// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// A `WebKitWebView`, whoever has made it: the document that it shows, and scripts in that.
@MainActor
public class PageView: GObjectOwner {
    /// The address of the document that the view shows.
    ///
    /// ``uri`` names the next one as soon as it is asked for, while the old one can still be seen: who names a page's
    /// owner to a user says this one. `nil` before the first document.
    public internal(set) var committedURI: String?

    /// The address of what is shown, `nil` before the first load.
    public var uri: String? {
        webkit_web_view_get_uri(cast()).map { String(cString: $0) }
    }

    /// True if the view waits for a page or for parts of it.
    public var isLoading: Bool { webkit_web_view_is_loading(cast()) != 0 }

    /// True if the page came over TLS without errors.
    public var isSecure: Bool {
        certificateErrors == GTlsCertificateFlags(0)
    }

    /// True if the page came over TLS from a server that doesn't show who it is.
    public var hasBadCertificate: Bool {
        certificateErrors.map { $0 != GTlsCertificateFlags(0) } ?? false
    }

    /// The errors of the page's certificate; `nil` for a page that didn't come over TLS.
    private var certificateErrors: GTlsCertificateFlags? {
        var errors = GTlsCertificateFlags(0)
        return webkit_web_view_get_tls_info(cast(), nil, &errors) != 0 ? errors : nil
    }
}
