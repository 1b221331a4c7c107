import type { ReactNode } from "react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { useUser } from "../api/use-user.ts";
import { Button } from "../components/button/button.tsx";
import { showProblem } from "../components/error-modal/problem-store.ts";
import { EmptyState, ErrorState } from "../components/states/states.tsx";
import { getErrorMessage } from "../i18n/error-message.ts";
import { ACCESS, rule, type ScreenName } from "./access.ts";
import { Loader } from "./loader/loader.tsx";
import { PostLoginRedirect } from "./session/post-login-redirect.tsx";
import { rememberPage } from "./session/remembered-page.ts";
import { useSessionFlags } from "./session/session-flags.ts";
import { signInProblem } from "./session/sign-in-problem.ts";
import { useSignIn } from "./session/use-sign-in.ts";

const RedirectAway = ({ to, remember }: { readonly to: string; readonly remember: boolean }) => {
	const { pathname, search } = useLocation();
	useEffect(() => {
		if (remember) rememberPage(`${pathname}${search}`);
	});
	return <Navigate to={to} replace />;
};

/** Shown to visitors at /operator, the only guarded screen that does not redirect them to the home page. */
const OperatorSignIn = () => {
	const { t } = useTranslation();
	const { pathname, search } = useLocation();
	const { isLeaving, signIn } = useSignIn();
	const press = () => {
		rememberPage(`${pathname}${search}`);
		signIn().catch((error: unknown) => showProblem({ message: signInProblem(error, t) }));
	};
	return (
		<EmptyState icon="lock" title={t("operatorSignIn.title")} text={t("operatorSignIn.text")} isPage>
			<Button look="main" isPending={isLeaving} onPress={press}>
				{t("nav.signIn")}
			</Button>
		</EmptyState>
	);
};

/** Renders a screen for users who may see it, and redirects everyone else as `ACCESS` says. */
export const Guard = ({ screen, children }: { readonly screen: ScreenName; readonly children: ReactNode }) => {
	const { t } = useTranslation();
	const flags = useSessionFlags();
	const user = useUser();
	const access = ACCESS[screen];
	if (access === "everyone") return children;
	if (user.state === "pending") return <Loader />;
	if (user.state === "error") return <ErrorState reason={getErrorMessage(user.error, t)} onRetry={user.retry} />;
	if (access === "operator" && !user.value) return <OperatorSignIn />;
	const ruling = rule(access, user.value, flags);
	if (ruling.isShown) return children;
	return user.value?.isActive ? <PostLoginRedirect user={user.value} /> : <RedirectAway {...ruling} />;
};
