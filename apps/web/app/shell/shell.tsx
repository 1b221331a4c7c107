import type { User } from "@first-bounce/contract/user";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet } from "react-router";
import { useUser } from "../../api/use-user.ts";
import { BrandMark } from "../../components/brand/brand-mark.tsx";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../components/toast/toasts.tsx";
import { PlayerOutlet } from "../../players/modal/player-outlet.tsx";
import { mayOpen } from "../access.ts";
import { outside, paths } from "../paths.ts";
import { usePreview } from "../preview/preview.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Announcements } from "./announcements.tsx";
import { BottomTabs } from "./bottom-tabs.tsx";
import { MENU } from "./menu.ts";
import { MenuEntry } from "./menu-entry.tsx";
import { RoundClock } from "./round-clock.tsx";
import styles from "./shell.module.css";

const BrandBar = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.bar}>
			<a href={outside.tipping}>{t("nav.tipping")}</a>
			<a href={outside.league}>{t("nav.league")}</a>
			<RoundClock />
		</div>
	);
};

const Header = ({ user }: { readonly user: User | null }) => {
	const { t } = useTranslation();
	const { isPassed, onBrandPress } = usePreview();
	const items = isPassed ? MENU.filter(({ screen }) => mayOpen(screen, user)) : [];
	return (
		<div className={styles.header}>
			<Link to={paths.home.to()} className={styles.brand} aria-label={t("nav.home")} onClick={onBrandPress}>
				<BrandMark />
				<span>{t("app.name")}</span>
			</Link>
			<nav className={styles.nav} aria-label={t("nav.main")}>
				{items.map((item) => (
					<MenuEntry key={item.to} item={item} />
				))}
			</nav>
			{isPassed ? <AccountMenu user={user} /> : null}
		</div>
	);
};

/** The frame of every page: brand bar, header and menu, the page itself, footer, and on a phone the tabs. */
export const Shell = () => {
	const { t } = useTranslation();
	const answer = useUser();
	const user = answer.state === "ready" ? answer.value : null;
	const { isPassed } = usePreview();
	const hasTabs = isPassed && user?.isActive;
	return (
		<div className={styles.shell} data-tabs={hasTabs || undefined}>
			<a className={styles.skip} href="#page">
				{t("app.skip")}
			</a>
			<header>
				<BrandBar />
				<Header user={user} />
			</header>
			<Announcements />
			<main id="page" tabIndex={-1} className={styles.page}>
				<Suspense fallback={<div className={styles.waiting} />}>
					<Outlet />
				</Suspense>
			</main>
			<footer className={styles.footer}>
				<span>{t("nav.footer")}</span>
			</footer>
			{hasTabs ? <BottomTabs /> : null}
			{user?.isActive ? <PlayerOutlet /> : null}
			<Toasts />
			<ErrorModal />
		</div>
	);
};
