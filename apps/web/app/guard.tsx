import type { ReactNode } from "react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { useUser } from "../api/use-user.ts";
import { ErrorState } from "../components/states/states.tsx";
import { problemWords } from "../wording/problem.ts";
import { ACCESS, rule, type ScreenName } from "./access.ts";
import { Loader } from "./loader/loader.tsx";
import { GoOn } from "./session/go-on.tsx";
import { rememberPage } from "./session/remembered-page.ts";
import { useSessionFlags } from "./session/session-flags.ts";

const SendAway = ({ to, remember }: { readonly to: string; readonly remember: boolean }) => {
	const { pathname, search } = useLocation();
	useEffect(() => {
		if (remember) rememberPage(`${pathname}${search}`);
	});
	return <Navigate to={to} replace />;
};

/** Draws a screen for those who may see it, and sends everyone else where the access table says (D1 §2). */
export const Guard = ({ screen, children }: { readonly screen: ScreenName; readonly children: ReactNode }) => {
	const { t } = useTranslation();
	const flags = useSessionFlags();
	const user = useUser();
	const access = ACCESS[screen];
	if (access === "everyone") return children;
	if (user.state === "pending") return <Loader />;
	if (user.state === "error") return <ErrorState reason={problemWords(user.error, t)} onRetry={user.retry} />;
	const ruling = rule(access, user.value, flags);
	if (ruling.isShown) return children;
	return user.value?.isActive ? <GoOn user={user.value} /> : <SendAway {...ruling} />;
};
