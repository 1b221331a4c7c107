import { useTranslation } from "react-i18next";
import { NavLink, Route, Routes } from "react-router";
import { paths } from "../../../app/paths.ts";
import frame from "../frame/frame.module.css";
import { ClaimsPage } from "./claims-page.tsx";
import { PlayersPage } from "./players-page.tsx";
import { LoadedWaivers, useWaivers } from "./use-waivers.tsx";
import styles from "./waivers.module.css";

/** Links to the two pages below the Players tab. */
const PageLinks = () => {
	const { t } = useTranslation();
	const { league, ownTeam, claims } = useWaivers();
	const count = claims.result.data?.claims.length ?? 0;
	if (!ownTeam) return null;
	return (
		<nav className={styles.pageLinks} aria-label={t("waivers.pages")}>
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

/** Who owns each player of a drafted league, and the user's claims. */
export const WaiversPages = () => (
	<LoadedWaivers>
		<div className={frame.stack}>
			<PageLinks />
			<Routes>
				<Route path="claims" element={<ClaimsPage />} />
				<Route path="*" element={<PlayersPage />} />
			</Routes>
		</div>
	</LoadedWaivers>
);
