import type { SuccessOf } from "@first-bounce/contract/call";
import { type Cup, type CupTeam, showCupDraw } from "@first-bounce/contract/leagues/cup";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePages } from "../../../api/use-pages.ts";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { MoreButton } from "../frame/league-list.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./cup.module.css";

/** Formats a round of the cup: "Semi-final · Round 11", or only the round's name before the last stages. */
export function useStageName(): (round: Pick<Cup["path"][number], "roundId" | "stage">) => string {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return ({ roundId, stage }) =>
		stage === "round" ? formatRoundName(roundId) : `${t(`leagues.cup.stage.${stage}`)} · ${formatRoundName(roundId)}`;
}

const PAGE_SIZE = 20;

type Match = SuccessOf<typeof showCupDraw>["matches"][number];

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
	const { data, error } = result;
	if (error && !data) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void result.refetch()} />;
	if (!data) return <Skeleton height="30vh" radius="var(--radius-l)" />;
	const matches: readonly Match[] = data.pages.flatMap((page) => page.matches);
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
					value={String(roundId)}
					choices={rounds.map((round) => ({ value: String(round.roundId), label: formatStageName(round) }))}
					onChange={(id) => setSelectedRound(Number(id))}
				/>
			</header>
			<RoundDraw key={roundId} roundId={roundId} />
		</section>
	);
};
