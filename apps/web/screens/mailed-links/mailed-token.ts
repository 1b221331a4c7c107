import { useEffect, useState } from "react";

/** The token of a mailed link, taken out of the address at once, so that it is neither kept nor shared. */
export function useMailedToken(): string | null {
	const [token] = useState(() => location.hash.slice(1) || null);
	useEffect(() => {
		if (token) history.replaceState(history.state, "", location.pathname);
	}, [token]);
	return token;
}
