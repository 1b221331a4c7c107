import { showEliminationLadder, showLeagueLadder } from "@first-bounce/contract/leagues/league-ladder";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { isInDanger } from "../../../players/live-outlook.ts";
import styles from "./clubroom.module.css";

interface Neighbour {
	readonly teamName: string;
	readonly premiershipPoints: number;
	readonly rank: number;
}

/** Whom the viewer can catch on the ladder, and who is behind her. */
export const LadderDanger = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const { data } = useCall(showLeagueLadder, { query: { leagueId } }, { meta: { noErrorModal: true } });
	const own = data?.currentUserRanking;
	if (!own || data.roundId === null || data.winnerTeamId !== null) return null;
	const find = (rank: number) => data.rankings.find((row) => row.rank === rank);
	const [above, below] = [find(own.rank - 1), find(own.rank + 1)];
	const describe = (side: "above" | "below", { teamName, premiershipPoints }: Neighbour) => {
		const count = Math.abs(premiershipPoints - own.premiershipPoints);
		const team = teamName || t("rankings.formerTeam");
		return count === 0 ? t(`leagues.clubroom.level.${side}`, { team }) : t(`leagues.clubroom.${side}`, { team, count });
	};
	return (
		<section className={styles.corner}>
			<h2>{t("leagues.clubroom.danger")}</h2>
			<p className={styles.place}>
				<b>{t("result.place", { count: own.rank, ordinal: true })}</b>{" "}
				{t("leagues.clubroom.of", { count: data.rankings.length })}
			</p>
			{above ? <p>{describe("above", above)}</p> : null}
			{below ? <p>{describe("below", below)}</p> : null}
		</section>
	);
};

/** How far the viewer is from going out. */
export const EliminationDanger = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const { data } = useCall(showEliminationLadder, { query: { leagueId } }, { meta: { noErrorModal: true } });
	const own = data?.currentUserRanking;
	if (!own || own.out || data.winnerTeamId !== null) return null;
	const alive = data.rankings.filter(({ out }) => out === null);
	const place = alive.findIndex(({ isCurrentLeagueUser }) => isCurrentLeagueUser) + 1;
	const isOut = data.isLive && isInDanger(place, alive.length, data.inDanger);
	return (
		<section className={styles.corner} data-warn={isOut || undefined}>
			<h2>{t("leagues.clubroom.danger")}</h2>
			<p>{t(isOut ? "leagues.clubroom.inDanger" : "leagues.clubroom.alive", { count: alive.length })}</p>
		</section>
	);
};
