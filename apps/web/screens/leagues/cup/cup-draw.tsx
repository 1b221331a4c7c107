import { type Cup, type CupTeam, showCupDraw } from "@first-bounce/contract/leagues/cup";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePages } from "../../../api/use-pages.ts";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { MoreButton } from "../frame/league-list.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./cup.module.css";

type Step = Cup["path"][number];

/** Formats a round of the cup: "Semi-final · Round 11", or only the round's name before the last stages. */
function useStageName(): (round: Pick<Step, "roundId" | "stage">) => string {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return ({ roundId, stage }) =>
		stage === "round" ? formatRoundName(roundId) : `${t(`leagues.cup.stage.${stage}`)} · ${formatRoundName(roundId)}`;
}

const PAGE_SIZE = 20;

interface SideProps {
	readonly team: CupTeam | null;
	readonly points: number | null;
	readonly winnerTeamId: number | null;
}

const Side = ({ team, points, winnerTeamId }: SideProps) => {
	const { t } = useTranslation();
	if (!team) return <span className={styles.team}>{t("leagues.cup.bye")}</span>;
	const isWinner = winnerTeamId === team.teamId;
	return (
		<span className={styles.team} data-through={isWinner || undefined}>
			<ManagerAvatar manager={team} size={32} />
			<b>{team.teamName || t("rankings.formerTeam")}</b>
			{points === null ? null : <span className={styles.points}>{formatPoints(points)}</span>}
			{isWinner ? <span className="spoken">{t("leagues.fixtures.won")}</span> : null}
		</span>
	);
};

const RoundDraw = ({ roundId }: { readonly roundId: number }) => {
	const { t } = useTranslation();
	const result = usePages(showCupDraw, { query: { roundId, limit: PAGE_SIZE } });
	if (!result.data) return <LoadingOrError of={[result]} height="30vh" />;
	const matches = result.data.pages.flatMap((page) => page.matches);
	return (
		<>
			<ul className={styles.matches} aria-label={t("leagues.cup.draw")}>
				{matches.map(({ place, home, away, homePoints, awayPoints, winnerTeamId }) => (
					<li key={place} className={styles.match}>
						<Side team={home} points={homePoints} winnerTeamId={winnerTeamId} />
						<Side team={away} points={awayPoints} winnerTeamId={winnerTeamId} />
					</li>
				))}
			</ul>
			<MoreButton pages={result} label={t("leagues.more")} />
		</>
	);
};

/** The draw of a round, the latest one first. */
export const CupDraw = ({ cup }: { readonly cup: Cup }) => {
	const { t } = useTranslation();
	const formatStageName = useStageName();
	const rounds = cup.rounds.filter(({ matches }) => matches > 0).toReversed();
	const [selectedRound, setSelectedRound] = useState<number | null>(null);
	const roundId = rounds.find((round) => round.roundId === selectedRound)?.roundId ?? rounds[0]?.roundId ?? 0;
	return (
		<section className={styles.section}>
			<header>
				<h2>{t("leagues.cup.draw")}</h2>
				<SelectChip
					label={t("leagues.fixtures.round")}
					value={roundId}
					choices={rounds.map((round) => ({ value: round.roundId, label: formatStageName(round) }))}
					onChange={setSelectedRound}
				/>
			</header>
			<RoundDraw key={roundId} roundId={roundId} />
		</section>
	);
};

const Score = ({ points }: { readonly points: number | null }) => (
	<span className={styles.points}>{points === null ? "–" : formatPoints(points)}</span>
);

const Opponent = ({ step: { opponent, opponentPoints, isBye } }: { readonly step: Step }) => {
	const { t } = useTranslation();
	if (isBye) return <span className={styles.team}>{t("leagues.cup.bye")}</span>;
	if (!opponent) return <span className={styles.team}>{t("leagues.cup.qualifyingText")}</span>;
	return (
		<span className={styles.team}>
			<ManagerAvatar manager={opponent} size={32} />
			<b>{opponent.teamName || t("rankings.formerTeam")}</b>
			<Score points={opponentPoints} />
		</span>
	);
};

/** The user's cup run, latest round first. */
export const CupPath = ({ path }: Pick<Cup, "path">) => {
	const { t } = useTranslation();
	const formatStageName = useStageName();
	const latest = path.at(-1);
	return (
		<section className={styles.section}>
			<h2>{t("leagues.cup.path")}</h2>
			{latest?.outcome ? (
				<p className={styles.outcome} data-outcome={latest.outcome}>
					{t(`leagues.cup.outcome.${latest.outcome}`)}
				</p>
			) : null}
			<ol className={styles.matches} aria-label={t("leagues.cup.path")}>
				{path.toReversed().map((step) => (
					<li key={step.roundId} className={styles.match}>
						<p className={styles.stage}>
							{formatStageName(step)}
							{step.outcome ? <b>{t(`leagues.cup.outcomeShort.${step.outcome}`)}</b> : null}
						</p>
						<span
							className={styles.team}
							data-through={step.outcome === "through" || step.outcome === "won" || undefined}
						>
							<b>{t("rankings.you")}</b>
							<Score points={step.points} />
						</span>
						<Opponent step={step} />
					</li>
				))}
			</ol>
		</section>
	);
};
