import type { User } from "@first-bounce/contract/accounts/user";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { forgetNextPage, nextPage } from "./next-page.ts";

/** Redirects a signed-in user to the page she asked for before signing in. */
export const PostLoginRedirect = ({ user }: { readonly user: User }) => {
	const navigate = useNavigate();
	const [page] = useState(() => nextPage(user));
	useEffect(() => {
		forgetNextPage(user);
		void navigate(page, { replace: true });
	}, [navigate, page, user]);
	return null;
};
