//! The things every answer carries and every request must: security headers, a known host, an own origin. Knows
//! nothing of games.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::words;

/// The hosts a server answers to.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// The address it listens on, the names of loopback with the same port, and those given.
    pub fn new(address: SocketAddr, given: &[String]) -> Hosts {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            hosts.extend([format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")]);
        }
        for host in given {
            hosts.push(host.to_lowercase());
            hosts.push(format!("{}:{port}", host.to_lowercase()));
        }
        Hosts(hosts)
    }

    fn has(&self, host: &str) -> bool {
        self.0.iter().any(|known| known.eq_ignore_ascii_case(host))
    }
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Refuses foreign hosts and origins, and adds the headers.
pub async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = text(headers, &header::HOST).or_else(|| request.uri().authority().map(|host| host.as_str()));
    let Some(host) = host.filter(|host| hosts.has(host)) else {
        return (StatusCode::MISDIRECTED_REQUEST, "This server does not answer to that host name.")
            .into_response();
    };
    let is_upgrade = headers.contains_key(header::UPGRADE);
    let origin = text(headers, &header::ORIGIN);
    let own = origin.is_some_and(|origin| {
        let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        bare.is_some_and(|bare| bare.eq_ignore_ascii_case(host))
    });
    // Browsers name the origin of every form, fetch and socket that changes something.
    if (is_upgrade || request.method() != Method::GET && request.method() != Method::HEAD) && !own {
        return (StatusCode::FORBIDDEN, "This request comes from another site.").into_response();
    }
    let cookies = text(headers, &header::COOKIE).unwrap_or_default();
    let accepted = text(headers, &header::ACCEPT_LANGUAGE).unwrap_or_default();
    let words = words::wanted(cookies, accepted);
    let mut response = words::speak(words, next.run(request)).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // With "no-referrer" browsers would hide the origin of our own forms from us as well.
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    // The report of the lab has a policy of its own.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.append(header::VARY, HeaderValue::from_static("accept-language, cookie"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
