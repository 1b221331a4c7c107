import type { User } from "@first-bounce/contract/user";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, Outlet } from "react-router";
import { useUser } from "../../api/use-user.ts";
import { BrandMark } from "../../components/brand/brand-mark.tsx";
import { ErrorModal } from "../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../components/toast/toasts.tsx";
import { outside, paths } from "../paths.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BottomTabs } from "./bottom-tabs.tsx";
import { MENU } from "./menu.ts";
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
	return (
		<div className={styles.header}>
			<Link to={paths.home.to()} className={styles.brand} aria-label={t("nav.home")}>
				<BrandMark />
				<span>{t("app.name")}</span>
			</Link>
			<nav className={styles.nav} aria-label={t("nav.main")}>
				{user?.isActive
					? MENU.map((item) => (
							<NavLink key={item.to} to={item.to}>
								{t(item.label)}
							</NavLink>
						))
					: null}
			</nav>
			<AccountMenu user={user} />
		</div>
	);
};

/** The frame of every page: brand bar, header and menu, the page itself, footer, and on a phone the tabs. */
export const Shell = () => {
	const { t } = useTranslation();
	const answer = useUser();
	const user = answer.state === "ready" ? answer.value : null;
	return (
		<div className={styles.shell} data-tabs={user?.isActive || undefined}>
			<a className={styles.skip} href="#page">
				{t("app.skip")}
			</a>
			<header>
				<BrandBar />
				<Header user={user} />
			</header>
			<main id="page" tabIndex={-1} className={styles.page}>
				<Suspense fallback={<div className={styles.waiting} />}>
					<Outlet />
				</Suspense>
			</main>
			<footer className={styles.footer}>
				<span>{t("nav.footer")}</span>
			</footer>
			{user?.isActive ? <BottomTabs /> : null}
			<Toasts />
			<ErrorModal />
		</div>
	);
};
