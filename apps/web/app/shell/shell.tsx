import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { useUser } from "../../api/use-user.ts";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../components/toast/toasts.tsx";
import { PlayerOutlet } from "../../players/modal/player-outlet.tsx";
import { PlayerActionsContext } from "../../players/player-actions-context.ts";
import { usePushRenewal } from "../../push/use-push-renewal.ts";
import { canOpen } from "../access.ts";
import { Boundary } from "../boundary/boundary.tsx";
import { Consent } from "../consent/consent.tsx";
import { paths } from "../paths.ts";
import { usePreview } from "../preview/preview.ts";
import { Announcements } from "./announcements.tsx";
import { BrandBar } from "./brand-bar.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Hydrated } from "./hydrated.tsx";
import { LastPageContext, useLastPage } from "./last-page.ts";
import { BottomTabs } from "./menu/bottom-tabs.tsx";
import { OfflineNote } from "./offline-note.tsx";
import { PageAds, PageWithSideAds } from "./page-ads.tsx";
import styles from "./shell.module.css";
import { ThemedKits } from "./themed-kits.tsx";
import { useScrollToTop } from "./use-scroll-to-top.ts";

const PlayerTeamActions = lazy(async () => ({
	default: (await import("../../screens/team/player-actions/player-team-actions.tsx")).PlayerTeamActions,
}));

/** The layout of every page: brand bar, header, page, footer and, on phones, the bottom tabs. */
export const Shell = () => {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	useScrollToTop();
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
			<OfflineNote />
			{isPassed ? <Announcements /> : null}
			<PageAds at="top" activeUserId={activeUserId} />
			<main id="page" tabIndex={-1} className={styles.page}>
				<Boundary path={pathname}>
					<Suspense fallback={<div className={styles.waiting} />}>
						<PageWithSideAds>
							<ThemedKits>
								<PlayerActionsContext value={canOpen("team", user) ? PlayerTeamActions : undefined}>
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
					<PlayerOutlet actions={canOpen("team", user) ? PlayerTeamActions : undefined} />
				</ThemedKits>
			) : null}
			<Consent />
			<Toasts />
			<ErrorModal />
		</div>
	);
};
