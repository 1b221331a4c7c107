import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { paths } from "../paths.ts";

/** After a deployment the chunks of an open page no longer exist. */
const isOutdated = (error: unknown): boolean =>
	error instanceof Error &&
	/dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message);

const HEALTH_CHECK_TIMEOUT_MS = 5_000;

/** Whether the server answers; null until that is known. A browser can be online while the server is not. */
function useIsReachable(isNeeded: boolean): boolean | null {
	const [isReachable, setReachable] = useState(() => (navigator.onLine ? null : false));
	useEffect(() => {
		if (!isNeeded || isReachable !== null) return;
		let isMounted = true;
		fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(HEALTH_CHECK_TIMEOUT_MS) }).then(
			({ ok }) => isMounted && setReachable(ok),
			() => isMounted && setReachable(false),
		);
		return () => {
			isMounted = false;
		};
	}, [isNeeded, isReachable]);
	return isReachable;
}

/** Shown offline in place of a screen whose files are not cached. The page reloads once the connection is back. */
const OfflineScreen = () => {
	const { t } = useTranslation();
	useEffect(() => {
		// A browser does not request a failed module again on the same page.
		const reload = () => location.reload();
		addEventListener("online", reload);
		return () => removeEventListener("online", reload);
	}, []);
	return (
		<EmptyState isPage icon="cloud" title={t("offline.pageTitle")} text={t("offline.pageText")}>
			<title>{t("app.title", { page: t("offline.pageTitle") })}</title>
			<Button variant="main" onPress={() => location.reload()}>
				{t("state.retry")}
			</Button>
			<Link to={paths.home.to()}>{t("notFound.home")}</Link>
		</EmptyState>
	);
};

/** Shown in place of a screen that threw an error. */
export const BrokenScreen = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
	const { t } = useTranslation();
	const outdated = isOutdated(error);
	const isReachable = useIsReachable(outdated);
	if (outdated && isReachable === null) return null;
	if (outdated && !isReachable) return <OfflineScreen />;
	return (
		<EmptyState
			isPage
			icon="alert"
			title={t(outdated ? "broken.outdated" : "broken.title")}
			text={t(outdated ? "broken.outdatedText" : "broken.text")}
		>
			<title>{t("app.title", { page: t("broken.title") })}</title>
			<Button variant="main" onPress={outdated ? () => location.reload() : onRetry}>
				{t(outdated ? "broken.reload" : "state.retry")}
			</Button>
			<Link to={paths.home.to()}>{t("notFound.home")}</Link>
		</EmptyState>
	);
};
