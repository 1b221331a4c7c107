import type { User } from "@first-bounce/contract/user";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { forgetNextPage, nextPage } from "./next-page.ts";

/** Takes a signed-in person to where she was going, and draws nothing meanwhile. */
export const GoOn = ({ user }: { readonly user: User }) => {
	const navigate = useNavigate();
	const [page] = useState(() => nextPage(user));
	useEffect(() => {
		forgetNextPage(user);
		void navigate(page, { replace: true });
	}, [navigate, page, user]);
	return null;
};
