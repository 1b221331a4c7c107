import { useEffect, useState } from "react";

/** The token in the URL; null for none, or for another fragment, such as that of the link that skips the menu. */
const readToken = (): string | null => /^#([\w-]{20,})$/.exec(location.hash)?.[1] ?? null;

/**
 * The token of an email link, removed from the URL at once so that it is not shared or kept in the history. Another link that is
 * opened in the same tab changes only the fragment; its token then replaces the earlier one.
 */
export function useMailedToken(): string | null {
	const [token, setToken] = useState(readToken);
	useEffect(() => {
		const take = () => {
			const found = readToken();
			if (found === null) return;
			setToken(found);
			history.replaceState(history.state, "", location.pathname);
		};
		take();
		addEventListener("hashchange", take);
		return () => removeEventListener("hashchange", take);
	}, []);
	return token;
}
