import type { User } from "@first-bounce/contract/accounts/user";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { clearNextPage, getNextPage } from "./next-page.ts";

/** Redirects a signed-in user to the page she asked for before signing in. */
export const PostLoginRedirect = ({ user }: { readonly user: User }) => {
	const navigate = useNavigate();
	const [page] = useState(() => getNextPage(user));
	useEffect(() => {
		clearNextPage(user);
		void navigate(page, { replace: true });
	}, [navigate, page, user]);
	return null;
};
