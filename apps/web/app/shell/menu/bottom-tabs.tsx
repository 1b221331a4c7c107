import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, useLocation } from "react-router";
import { registerBottomBar } from "../../../components/bottom-bar/bottom-bar.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { ALL_PLAYERS } from "../../../players/all-players.ts";
import { paths } from "../../paths.ts";
import styles from "../shell.module.css";
import { MENU, type MenuItem } from "./menu.ts";

const TABS = MENU.flatMap(({ short, ...item }) => (short ? [{ ...item, short }] : []));

const Tab = ({ item, isNeverActive, children }: { item: MenuItem; isNeverActive?: boolean; children: ReactNode }) => (
	<NavLink to={item.to} data-never-active={isNeverActive || undefined}>
		<Icon name={item.icon} size={24} />
		{children}
	</NavLink>
);

/** The bottom navigation on phones, where the player pool has its own tab. */
export const BottomTabs = () => {
	const { t } = useTranslation();
	const { pathname, search } = useLocation();
	const isPoolOpen = pathname === paths.team.pattern && search.includes("open=pool");
	const [team, ...rest] = TABS;
	return (
		<nav ref={registerBottomBar} className={styles.tabs} aria-label={t("nav.tabs")}>
			{team ? (
				<Tab item={team} isNeverActive={isPoolOpen}>
					{t(team.short)}
				</Tab>
			) : null}
			<Link to={paths.team.to("pool")} state={ALL_PLAYERS} className={isPoolOpen ? "active" : ""}>
				<Icon name="players" size={24} />
				{t("nav.players")}
			</Link>
			{rest.map((item) => (
				<Tab key={item.to} item={item}>
					{t(item.short)}
				</Tab>
			))}
		</nav>
	);
};
