import type { SuccessOf } from "@first-bounce/contract/call";
import type { PastMatchUps, showPastLeague } from "@first-bounce/contract/leagues/past-leagues";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../app/paths.ts";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { ManagerCell } from "./manager-cell.tsx";
import styles from "./past-seasons.module.css";

export type PastLeagueData = SuccessOf<typeof showPastLeague>;
type MatchUp = PastMatchUps["matchUps"][number];

const Match = ({
	match,
	round,
	seasonId,
}: {
	readonly match: MatchUp;
	readonly round: PastMatchUps;
	readonly seasonId: number;
}) => {
	const { t } = useTranslation();
	const label = round.isGrandFinal
		? t("leagues.fixtures.grandFinal")
		: round.isSemiFinal
			? t("leagues.fixtures.semiFinal")
			: null;
	const isDraw = match.winnerTeamId === null;
	return (
		<li className={styles.match}>
			{label || isDraw ? (
				<p className={styles.facts}>
					{[label, isDraw ? t("leagues.fixtures.draw") : null].filter(Boolean).join(" · ")}
				</p>
			) : null}
			{[match.home, match.away].map((side) => (
				<div key={side.teamId} className={styles.side} data-winner={side.teamId === match.winnerTeamId || undefined}>
					<ManagerCell manager={side} to={paths.pastSeasons.to(seasonId, `team/${round.roundId}/${side.userId}`)} />
					<span className={styles.strong}>
						{side.teamId === match.winnerTeamId ? (
							<>
								<span className={styles.star} aria-hidden="true">
									★
								</span>{" "}
								<span className="spoken">{t("leagues.fixtures.won")} </span>
							</>
						) : null}
						{formatPoints(side.points)}
					</span>
				</div>
			))}
		</li>
	);
};

/** The match-ups of a head-to-head league by round, the last round first; nothing in an open league. */
export const MatchUps = ({ data: { season, rounds } }: { readonly data: PastLeagueData }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const [roundId, setRoundId] = useState(rounds.at(-1)?.roundId ?? 0);
	const round = rounds.find((candidate) => candidate.roundId === roundId);
	if (!round) return null;
	return (
		<section className={styles.card}>
			<div className={styles.cardHead}>
				<h2>{t("pastSeasons.matchUps")}</h2>
				<SelectChip
					label={t("rankings.round")}
					value={String(roundId)}
					choices={rounds.map((pastRound) => ({
						value: String(pastRound.roundId),
						label: formatRoundLabel(pastRound.roundId, season),
					}))}
					onChange={(id) => setRoundId(Number(id))}
				/>
			</div>
			{round.matchUps.length === 0 ? (
				<p className={styles.facts}>{t("leagues.fixtures.empty")}</p>
			) : (
				<ul className={styles.matches} aria-label={t("pastSeasons.matchUps")}>
					{round.matchUps.map((match) => (
						<Match key={match.home.teamId} match={match} round={round} seasonId={season.id} />
					))}
				</ul>
			)}
			{round.byes.length > 0 ? (
				<p className={styles.facts}>
					{t(round.isSemiFinal ? "pastSeasons.straightToFinal" : "pastSeasons.byes", {
						teams: round.byes.map(({ teamName }) => teamName || t("rankings.formerTeam")).join(", "),
					})}
				</p>
			) : null}
		</section>
	);
};
