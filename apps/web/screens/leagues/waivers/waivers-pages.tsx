import { useTranslation } from "react-i18next";
import { NavLink, Route, Routes } from "react-router";
import { paths } from "../../../app/paths.ts";
import frame from "../frame/frame.module.css";
import { ClaimsPage } from "./claims-page.tsx";
import { PlayersPage } from "./players-page.tsx";
import { LoadedWaivers, useWaivers } from "./use-waivers.tsx";
import styles from "./waivers.module.css";

/** The two pages below the Players tab. */
const Switch = () => {
	const { t } = useTranslation();
	const { league, own, claims } = useWaivers();
	const count = claims.result.data?.claims.length ?? 0;
	if (!own) return null;
	return (
		<nav className={styles.switch} aria-label={t("waivers.pages")}>
			<NavLink to={paths.league.to(league.id, "players")} end>
				{t("leagues.tabs.players")}
			</NavLink>
			<NavLink to={paths.league.to(league.id, "players/claims")}>
				{t("waivers.claims.title")}
				{count > 0 ? <b className={frame.unread}>{count}</b> : null}
			</NavLink>
		</nav>
	);
};

/** The players of a drafted league with who owns them, and the user's claims. */
export const WaiversPages = () => (
	<LoadedWaivers>
		<div className={frame.stack}>
			<Switch />
			<Routes>
				<Route path="claims" element={<ClaimsPage />} />
				<Route path="*" element={<PlayersPage />} />
			</Routes>
		</div>
	</LoadedWaivers>
);
