#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Serves a folder by TLS on loopback as a place of releases, and prints its port.

    Scripts/python/release_server.py FOLDER --certificate FILE --key FILE

`/moved/NAME` is redirected to `/NAME`, and `/plain/NAME` to an address without TLS. Requests go to standard error.
"""
import argparse
import functools
import http.server
import ssl


class Releases(http.server.SimpleHTTPRequestHandler):
    """A folder, and two places from which one is sent on."""

    def do_GET(self):
        place = self.headers["Host"]
        for prefix, scheme in (("/moved/", "https"), ("/plain/", "http")):
            if self.path.startswith(prefix):
                self.send_response(302)
                self.send_header("Location", "%s://%s/%s" % (scheme, place, self.path.removeprefix(prefix)))
                self.end_headers()
                return
        super().do_GET()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--certificate", required=True)
    parser.add_argument("--key", required=True)
    options = parser.parse_args()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options.certificate, options.key)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Releases, directory=options.folder))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
