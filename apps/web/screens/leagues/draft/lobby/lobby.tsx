import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../app/paths.ts";
import about from "../../about/about.module.css";
import frame from "../../frame/frame.module.css";
import { LeagueHeader } from "../../league/league-header.tsx";
import { useLeague } from "../../league/use-league.ts";
import { DraftSettingsCard } from "../settings/draft-settings-card.tsx";
import { useDraft } from "../use-draft.ts";
import { DrawCheck } from "./draw-check.tsx";
import styles from "./lobby.module.css";
import { Preparations } from "./preparations.tsx";
import { StartCard } from "./start-card.tsx";
import { TeamsCard } from "./teams-card.tsx";

/** Where to go from the lobby: to a mock draft with these settings, or to entering a draft that was held elsewhere. */
const OtherWays = () => {
	const { t } = useTranslation();
	const { league } = useDraft();
	if (league.myTeamId === null) return null;
	return (
		<section className={`${frame.card} ${styles.ways}`}>
			<h2>{t("leagues.lobby.practise")}</h2>
			<p>{t("leagues.lobby.practiseText")}</p>
			<Link to={paths.mockDrafts.to(league.id)}>{t("leagues.lobby.mock")}</Link>
			{league.may.run ? (
				<>
					<h2>{t("leagues.lobby.held")}</h2>
					<p>{t("leagues.lobby.heldText")}</p>
					<Link to={paths.league.to(league.id, "draft/enter")}>{t("leagues.lobby.enter")}</Link>
				</>
			) : null}
		</section>
	);
};

/** A draft before its start: when it begins and what is missing, who is here, the order and the settings. */
export const Lobby = () => {
	const league = useLeague();
	const { league: draft } = useDraft();
	return (
		<div className={frame.page}>
			<LeagueHeader league={league} />
			<div className={about.about}>
				<div className={about.column}>
					<StartCard />
					<TeamsCard />
				</div>
				<div className={about.column}>
					<DraftSettingsCard league={draft} />
					<OtherWays />
					<DrawCheck />
					<Preparations />
				</div>
			</div>
		</div>
	);
};
