import type { User } from "@first-bounce/contract/accounts/user";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { showToast } from "../../components/toast/toasts.tsx";
import { clearNextPage, getNextPage } from "./next-page.ts";
import { getSessionFlags, setSessionFlags } from "./session-flags.ts";

/**
 * Redirects a signed-in user to the page she asked for before signing in. A user who has just reactivated the account is
 * greeted there.
 */
export const PostLoginRedirect = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const [page] = useState(() => getNextPage(user));
	const greetRecovered = useEffectEvent(() => {
		if (!getSessionFlags().hasJustRecovered) return;
		setSessionFlags({ hasJustRecovered: false });
		showToast({ tone: "good", text: t("recover.welcomeBack", { name: user.firstName }) });
	});
	useEffect(() => {
		greetRecovered();
		clearNextPage(user);
		void navigate(page, { replace: true });
	}, [navigate, page, user]);
	return null;
};
