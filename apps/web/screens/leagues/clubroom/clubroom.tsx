import type { League } from "@first-bounce/contract/leagues/league";
import { useTranslation } from "react-i18next";
import { Banter } from "./banter.tsx";
import { BestMarks } from "./best-marks.tsx";
import styles from "./clubroom.module.css";
import { EliminationDanger, LadderDanger } from "./danger.tsx";
import { NextMatch, NoRivals } from "./next-match.tsx";

/** What members want to know before a table: the next match, the banter, who is close, and the marks to beat. */
export const Clubroom = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const isH2h = league.type === "h2h";
	return (
		<section className={styles.room} aria-label={t("leagues.clubroom.title")}>
			{isH2h ? <NextMatch league={league} /> : null}
			{!isH2h && league.numTeams === 1 && league.may.invite ? <NoRivals leagueId={league.id} /> : null}
			<Banter leagueId={league.id} />
			{isH2h && league.status !== "scheduled" ? <LadderDanger leagueId={league.id} /> : null}
			{league.type === "elimination" && league.status !== "scheduled" ? (
				<EliminationDanger leagueId={league.id} />
			) : null}
			<BestMarks leagueId={league.id} />
		</section>
	);
};
