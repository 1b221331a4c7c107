import { useEffect, useState } from "react";

/** The token of an email link, removed from the URL at once so that it is not shared or kept in the history. */
export function useMailedToken(): string | null {
	const [token] = useState(() => location.hash.slice(1) || null);
	useEffect(() => {
		if (token) history.replaceState(history.state, "", location.pathname);
	}, [token]);
	return token;
}
