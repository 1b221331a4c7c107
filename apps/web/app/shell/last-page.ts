import { createContext, useState } from "react";
import { useLocation } from "react-router";

/** The path of the page that was shown last outside the help; null if there was none since the site was opened. */
export const LastPageContext = createContext<string | null>(null);

export function useLastPage(): string | null {
	const { pathname } = useLocation();
	const [lastPage, setLastPage] = useState<string | null>(null);
	const isHelp = pathname === "/help" || pathname.startsWith("/help/");
	if (!isHelp && pathname !== lastPage) setLastPage(pathname);
	return lastPage;
}
