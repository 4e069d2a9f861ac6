// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

/// A page's request for a device, or for something else that pages may not use by default.
@MainActor
public final class PermissionRequest: GObjectOwner {
    /// The permission that a page wants.
    public enum Kind: Sendable, Equatable {
        /// Pictures of a camera, and nothing else with them.
        case camera
        /// Cookies of `site` although it is embedded in a page of `embedder` (the Storage Access API).
        ///
        /// Both are registrable domains.
        case storageAccess(site: String, embedder: String)
        /// Anything else: microphone, screen, place, notifications, clipboard, device names, protected media, the
        /// pointer.
        ///
        /// `name` is WebKit's name of it.
        case other(name: String)
    }

    /// The permission that the page wants.
    public let kind: Kind

    private var isAnswered = false

    /// - Parameter pointer: A `WebKitPermissionRequest` (ownership: none; a reference is added).
    init(_ pointer: UnsafeMutableRawPointer) {
        kind = Self.kind(of: pointer)
        super.init(pointer, .none)
    }

    isolated deinit {
        answer(isAllowed: false)
    }

    /// Allows or denies.
    ///
    /// A second answer is ignored.
    public func answer(isAllowed: Bool) {
        guard !isAnswered else { return }
        isAnswered = true
        let request = OpaquePointer(pointer)
        if isAllowed { webkit_permission_request_allow(request) } else { webkit_permission_request_deny(request) }
    }

    private static func kind(of pointer: UnsafeMutableRawPointer) -> Kind {
        let instance = pointer.assumingMemoryBound(to: GTypeInstance.self)
        func isKind(_ type: GType) -> Bool { g_type_check_instance_is_a(instance, type) != 0 }
        if isKind(webkit_user_media_permission_request_get_type()) {
            let media = pointer.assumingMemoryBound(to: WebKitUserMediaPermissionRequest.self)
            let isCameraOnly =
                webkit_user_media_permission_is_for_video_device(media) != 0
                && webkit_user_media_permission_is_for_audio_device(media) == 0
                && webkit_user_media_permission_is_for_display_device(media) == 0
            if isCameraOnly { return .camera }
        }
        if isKind(webkit_website_data_access_permission_request_get_type()) {
            let access = pointer.assumingMemoryBound(to: WebKitWebsiteDataAccessPermissionRequest.self)
            let site = webkit_website_data_access_permission_request_get_requesting_domain(access)
            let embedder = webkit_website_data_access_permission_request_get_current_domain(access)
            if let site, let embedder {
                return .storageAccess(site: String(cString: site), embedder: String(cString: embedder))
            }
        }
        return .other(name: g_type_name_from_instance(instance).map { String(cString: $0) } ?? "unknown")
    }
}
