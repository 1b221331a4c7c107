import { type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { useUser } from "../api/use-user.ts";
import { Button } from "../components/button/button.tsx";
import { EmptyState, ErrorState } from "../components/states/states.tsx";
import { getErrorMessage } from "../i18n/error-message.ts";
import { lazyPart } from "../upgrade/lazy-part.ts";
import { ACCESS, checkAccess, isOperatorOnly, type ScreenName } from "./access.ts";
import { Loader } from "./loader/loader.tsx";
import { saveReturnPage } from "./session/next-page.ts";
import { PostLoginRedirect } from "./session/post-login-redirect.tsx";
import { useSessionFlags } from "./session/session-flags.ts";
import { useSignIn } from "./session/use-sign-in.ts";
import { site } from "./site.ts";

const Redirect = ({ to, isReturnPage }: { readonly to: string; readonly isReturnPage: boolean }) => {
	const { pathname, search } = useLocation();
	useEffect(() => {
		if (isReturnPage) saveReturnPage(`${pathname}${search}`);
	});
	return <Navigate to={to} replace />;
};

/** Shown to visitors at /operator, the only guarded screen that does not redirect them to the home page. */
const OperatorSignIn = () => {
	const { t } = useTranslation();
	const { pathname, search } = useLocation();
	const { isRedirecting, signIn } = useSignIn();
	const signInAndReturn = () => {
		saveReturnPage(`${pathname}${search}`);
		void signIn();
	};
	return (
		<EmptyState icon="lock" title={t("operatorSignIn.title")} text={t("operatorSignIn.text")} isPage>
			<Button variant="main" isPending={isRedirecting} onPress={signInAndReturn}>
				{t("nav.signIn")}
			</Button>
		</EmptyState>
	);
};

const VisitorNote = lazyPart(async () => (await import("./guard-notes.tsx")).VisitorNote);

const NoTeam = lazyPart(async () => (await import("./guard-notes.tsx")).NoTeam);

/** Renders a screen for users who may see it, and redirects or informs everyone else as `ACCESS` says. */
export const Guard = ({ screen, children }: { readonly screen: ScreenName; readonly children: ReactNode }) => {
	const { t } = useTranslation();
	const flags = useSessionFlags();
	const user = useUser();
	const access = ACCESS[screen];
	if (access === "everyone") return children;
	if (user.state === "pending") return <Loader />;
	if (user.state === "error") return <ErrorState reason={getErrorMessage(user.error, t)} onRetry={user.retry} />;
	if (access === "operator" && !user.value) return <OperatorSignIn />;
	const decision = checkAccess(access, user.value, { ...flags, isPublicRead: site.isPublicRead });
	if (decision.isShown && user.value) return children;
	if (decision.isShown)
		return (
			<>
				<Suspense>
					<VisitorNote />
				</Suspense>
				{children}
			</>
		);
	if (access === "active" && user.value && isOperatorOnly(user.value))
		return (
			<Suspense>
				<NoTeam />
			</Suspense>
		);
	// An active user is redirected as if she had just signed in.
	return user.value?.isActive ? <PostLoginRedirect user={user.value} /> : <Redirect {...decision} />;
};

/** Shows a loader until the session is known, so that no page shows the wrong menu. */
export const SessionGate = ({ children }: { readonly children: ReactNode }) =>
	useUser().state === "pending" ? <Loader /> : children;
