import type { SuccessOf } from "@first-bounce/contract/call";
import { type PastPlayer, showPastTeam } from "@first-bounce/contract/stats/past-seasons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { callQuery } from "../../api/use-call.ts";
import { NotFound } from "../../app/not-found/not-found.tsx";
import { PastPageError } from "../../app/not-found/past-page-error.tsx";
import { paths } from "../../app/paths.ts";
import { IN_PLACE } from "../../app/search-params.ts";
import { useIds } from "../../app/use-ids.ts";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { getFullName } from "../../players/player-format.ts";
import { Trophies } from "../../trophies/trophies.tsx";
import { EntriesTable, type EntryRow } from "./entries-table.tsx";
import styles from "./score.module.css";

interface Props {
	readonly seasonId: number;
	readonly roundId: number;
	readonly userId: number;
}

function usePlayerRow({ players }: SuccessOf<typeof showPastTeam>["team"]): (player: PastPlayer) => EntryRow {
	const { t } = useTranslation();
	const listTexts = (key: "why.covers" | "why.coveredBy", id: number | null) =>
		players.filter(({ playerId }) => playerId === id).map((player) => t(key, { name: getFullName(player) }));
	return (player) => ({
		...player,
		name: getFullName(player),
		club: player.squad,
		points: player.hasPlayed ? formatPoints(player.points) : t("card.dnp"),
		counted: formatPoints(player.counted),
		texts: [...listTexts("why.covers", player.covers), ...listTexts("why.coveredBy", player.coveredBy)],
	});
}

interface ViewProps extends SuccessOf<typeof showPastTeam> {
	/** The chosen round, which may still be loading. */
	readonly selected: number;
}

const TeamView = ({ team, selected }: ViewProps) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const navigate = useNavigate();
	const buildRow = usePlayerRow(team);
	const { season, roundId, userId, players } = team;
	const name = team.teamName || t("rankings.formerTeam");
	const round = formatRoundLabel(roundId, season);
	const roundRank = team.rounds.find((ranked) => ranked.roundId === roundId)?.roundRank;
	const open = (next: string) => void navigate(paths.pastTeam.to(season.id, Number(next), userId), IN_PLACE);
	return (
		<>
			<title>{t("app.title", { page: t("pastSeasons.teamInRound", { team: name, round }) })}</title>
			<header className={styles.head}>
				<div>
					<p>
						<Link to={paths.pastSeasons.to(season.id)}>{season.name}</Link>
					</p>
					<h1>{name}</h1>
					<p>{team.teamName ? team.fullName : t("rankings.formerManager")}</p>
				</div>
				<p className={styles.score}>
					{roundRank === undefined ? null : `${t("report.roundRank")} ${formatInteger(roundRank)}`}
					<strong>{formatPoints(team.points)}</strong>
				</p>
				<SelectChip
					label={t("rankings.round")}
					value={String(selected)}
					choices={team.rounds.map(({ roundId: id }) => ({ value: String(id), label: formatRoundLabel(id, season) }))}
					onChange={open}
				/>
			</header>
			<EntriesTable
				title={t("pastSeasons.onField")}
				rows={players.filter(({ area }) => area === "field").map(buildRow)}
			/>
			<EntriesTable title={t("team.benchTitle")} rows={players.filter(({ area }) => area !== "field").map(buildRow)} />
		</>
	);
};

const PastTeam = (params: Props) => {
	const { data, error, refetch, isPlaceholderData } = useQuery({
		...callQuery(showPastTeam, { params }),
		// The round on screen stays visible while the next round loads.
		placeholderData: keepPreviousData,
		meta: { noErrorModal: true },
	});
	if (error && !data) return <PastPageError page="team" error={error} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton height="70vh" radius="var(--radius-l)" />;
	return (
		<div className={styles.screen} aria-busy={isPlaceholderData}>
			<TeamView team={data.team} selected={params.roundId} />
			<Trophies userId={params.userId} />
		</div>
	);
};

export const PastTeamScreen = () => {
	const ids = useIds("seasonId", "roundId", "userId");
	return ids ? <PastTeam {...ids} /> : <NotFound />;
};
