import { useTranslation } from "react-i18next";
import { Link, NavLink, useLocation } from "react-router";
import { Icon } from "../../components/icon/icon.tsx";
import { paths } from "../paths.ts";
import { MENU } from "./menu.ts";
import styles from "./shell.module.css";

/** The menu at the thumb, on phones; the pool is a place of its own there. */
export const BottomTabs = () => {
	const { t } = useTranslation();
	const { pathname, search } = useLocation();
	const inPool = pathname === paths.team.pattern && search.includes("open=pool");
	const [team, ...rest] = MENU;
	return (
		<nav className={styles.tabs} aria-label={t("nav.main")}>
			{team ? (
				<NavLink to={team.to} data-passive={inPool || undefined}>
					<Icon name={team.icon} size={24} />
					{t(team.short)}
				</NavLink>
			) : null}
			<Link to={paths.team.to("pool")} className={inPool ? "active" : ""}>
				<Icon name="players" size={24} />
				{t("nav.players")}
			</Link>
			{rest.map((item) => (
				<NavLink key={item.to} to={item.to}>
					<Icon name={item.icon} size={24} />
					{t(item.short)}
				</NavLink>
			))}
		</nav>
	);
};
