/** Beside the session's own cookie, which no script can read: somebody is signed in, so that asking who is worth it. */
export const SIGNED_IN_COOKIE = "signed_in";

/** The language chosen on this device, for pages that the server sends written. */
export const LANGUAGE_COOKIE = "language";

/** A cookie's value in a `Cookie` header or `document.cookie`; null where there is none. */
export function getCookie(cookies: string, name: string): string | null {
	const found = cookies.split(/; */).find((each) => each.startsWith(`${name}=`));
	return found ? found.slice(name.length + 1) : null;
}
