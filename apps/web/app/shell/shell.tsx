import { Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigationType } from "react-router";
import { useStatic } from "../../api/use-static.ts";
import { useUser } from "../../api/use-user.ts";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../components/toast/toasts.tsx";
import { PlayerOutlet } from "../../players/modal/player-outlet.tsx";
import { PlayerActionsContext } from "../../players/player-actions-context.ts";
import { usePushRenewal } from "../../push/use-push-renewal.ts";
import { canOpen } from "../access.ts";
import { Boundary } from "../boundary/boundary.tsx";
import { Deferred } from "../lazy-screen.tsx";
import { paths } from "../paths.ts";
import { usePreview } from "../preview/preview.ts";
import { site } from "../site.ts";
import { Announcements } from "./announcements.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { LastPageContext, useLastPage } from "./last-page.ts";
import { BottomTabs } from "./menu/bottom-tabs.tsx";
import { NewVersionNote } from "./new-version-note.tsx";
import { PageAds, PageWithSideAds } from "./page-ads.tsx";
import { PlayerActions } from "./player-actions.tsx";
import styles from "./shell.module.css";
import { ThemedKits } from "./themed-kits.tsx";

const loadLockCountdown = async () => (await import("./lock-countdown.tsx")).LockCountdown;
const loadOfflineNote = async () => (await import("./offline-note.tsx")).OfflineNote;
const loadConsent = async () => (await import("../consent/consent.tsx")).Consent;

/**
 * Scrolls to the top on navigation; on back and forward, the browser restores the position. The focus moves to the page, so
 * that Tab and screen readers go on there, unless it is in the page already, as on a tab of a league.
 */
function useGoToPage(): void {
	const { pathname, hash } = useLocation();
	const navigationType = useNavigationType();
	const shownPath = useRef(pathname);
	useLayoutEffect(() => {
		const hasChanged = shownPath.current !== pathname;
		shownPath.current = pathname;
		const page = document.getElementById("page");
		if (hasChanged && !page?.contains(document.activeElement)) page?.focus({ preventScroll: true });
		if (hasChanged && navigationType !== "POP" && hash === "" && scrollY > 0) scrollTo({ top: 0, behavior: "instant" });
	}, [pathname, hash, navigationType]);
}

/**
 * Dispatches `hydrated` on the document once the screen is interactive, for public/start.js. It waits for the next task,
 * because React drops clicks that arrive during an effect.
 */
const Hydrated = () => {
	useEffect(() => {
		setTimeout(() => document.dispatchEvent(new Event("hydrated")));
	}, []);
	return null;
};

/** Links to the tipping site and the league's main site, and the countdown to the next lock. */
const BrandBar = () => {
	const { t } = useTranslation();
	// Requests the season for the countdown, which would do so only once its script is loaded.
	useStatic("season", { meta: { noErrorModal: true } });
	return (
		<div className={styles.bar}>
			<a href={site.links.tipping}>{t("nav.tipping")}</a>
			<a href={site.links.league}>{t("nav.league")}</a>
			<Deferred load={loadLockCountdown} />
		</div>
	);
};

/** The layout of every page: brand bar, header, page, footer and, on phones, the bottom tabs. */
export const Shell = () => {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	useGoToPage();
	const lastPage = useLastPage();
	const result = useUser();
	const user = result.state === "ready" ? result.value : null;
	const { isPassed } = usePreview();
	const isActive = user?.isActive ?? false;
	const activeUserId = isActive ? (user?.id ?? null) : null;
	usePushRenewal(activeUserId);
	const hasTabs = isPassed && canOpen("team", user);
	// On phones the home page has its own header, but the preview gate needs the logo.
	const hidesHeader = isPassed && pathname === paths.home.pattern;
	return (
		<div className={styles.shell} data-tabs={hasTabs || undefined}>
			<a className={styles.skip} href="#page">
				{t("app.skip")}
			</a>
			<header className={styles.top} data-hides={hidesHeader || undefined}>
				<BrandBar />
				<Header user={user} />
			</header>
			<Deferred load={loadOfflineNote} />
			<NewVersionNote />
			{isPassed ? <Announcements /> : null}
			<PageAds at="top" activeUserId={activeUserId} />
			<main id="page" tabIndex={-1} className={styles.page}>
				<Boundary path={pathname}>
					<Suspense fallback={<div className={styles.waiting} />}>
						<PageWithSideAds>
							<ThemedKits>
								<PlayerActionsContext value={canOpen("team", user) ? PlayerActions : undefined}>
									<LastPageContext value={lastPage}>
										<Outlet />
									</LastPageContext>
								</PlayerActionsContext>
							</ThemedKits>
						</PageWithSideAds>
						<Hydrated />
					</Suspense>
				</Boundary>
			</main>
			<PageAds at="bottom" activeUserId={activeUserId} />
			<Footer />
			{hasTabs ? <BottomTabs /> : null}
			{isActive || canOpen("statsCentre", user) ? (
				<ThemedKits>
					<PlayerOutlet actions={canOpen("team", user) ? PlayerActions : undefined} />
				</ThemedKits>
			) : null}
			{site.analytics === null ? null : <Deferred load={loadConsent} />}
			<Toasts />
			<ErrorModal />
		</div>
	);
};
