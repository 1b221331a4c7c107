import type { DraftTrade } from "@first-bounce/contract/draft/trades";
import type { FuturePick, TradeProblem } from "@first-bounce/rules/draft/trades";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import styles from "./trades.module.css";
import { type Trades, useTrades } from "./use-trades.tsx";

/** Returns the words for a pick of the next draft: "Round 2 pick of Bosses". */
export function usePickText(): (pick: FuturePick) => string {
	const { t } = useTranslation();
	const { getTeamName } = useTrades();
	return ({ round, originalTeamId }) => t("trades.pick", { round, team: getTeamName(originalTeamId) });
}

/** Returns why a trade cannot be made, in words. */
export function useProblemText(): (problem: TradeProblem) => string {
	const { t } = useTranslation();
	const { season, getTeamName }: Trades = useTrades();
	return (problem) =>
		t(`trades.problem.${problem.code}`, {
			name: "playerId" in problem ? season.lookup(problem.playerId)?.name : "",
			team: "teamId" in problem ? getTeamName(problem.teamId) : "",
			most: "most" in problem ? problem.most : 0,
			count: "missing" in problem ? problem.missing : 0,
		});
}

const Player = ({ id, note }: { readonly id: PlayerId; readonly note?: string }) => {
	const { t } = useTranslation();
	const { season } = useTrades();
	const player = season.playerById.get(id);
	if (!player) return null;
	return (
		<li className={styles.player}>
			<span className={styles.portrait}>
				<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
			</span>
			<span>
				<PlayerName id={id} name={getFullName(player)} className={styles.name} />
				<small>
					{note ?? [formatPositions(player.position, t), player.squad.abbreviation].filter(Boolean).join(" · ")}
				</small>
			</span>
		</li>
	);
};

interface SideProps {
	readonly title: string;
	readonly side: DraftTrade["from"];
}

/** What a team gives, and whom it drops. */
export const SideList = ({ title, side }: SideProps) => {
	const { t } = useTranslation();
	const formatPick = usePickText();
	return (
		<section className={styles.side}>
			<h3 dir="auto">{title}</h3>
			<ul>
				{side.playerIds.map((id) => (
					<Player key={id} id={id} />
				))}
				{side.picks.map((pick) => (
					<li key={`${pick.round} ${pick.originalTeamId}`} className={styles.pick} dir="auto">
						{formatPick(pick)}
					</li>
				))}
				{side.dropIds.map((id) => (
					<Player key={id} id={id} note={t("trades.dropped")} />
				))}
			</ul>
		</section>
	);
};
