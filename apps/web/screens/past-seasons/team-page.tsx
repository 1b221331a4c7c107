import type { SuccessOf } from "@first-bounce/contract/call";
import { type PastPlayer, showPastTeam } from "@first-bounce/contract/stats/past-seasons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { callQuery } from "../../api/use-call.ts";
import { paths } from "../../app/paths.ts";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { PageError } from "./page-error.tsx";
import styles from "./past-seasons.module.css";

type PastTeam = SuccessOf<typeof showPastTeam>["team"];

interface Props {
	readonly seasonId: number;
	readonly roundId: number;
	readonly userId: number;
}

const getName = ({ firstName, lastName }: PastPlayer) => `${firstName} ${lastName}`;

const RoleBadge = ({ role }: Pick<PastPlayer, "role">) => {
	const { t } = useTranslation();
	if (role === null) return null;
	const key = role === "vice-captain" ? "vice" : role;
	return (
		<span className={styles.role} data-role={role}>
			<span aria-hidden="true">{t(`card.role.${key}`)}</span>
			<span className="spoken">{t(`card.spoken.${key}`)}</span>
		</span>
	);
};

/** Describes a substitution; null for a player without one. */
function useSubstitutionText(players: readonly PastPlayer[]): (player: PastPlayer) => string | null {
	const { t } = useTranslation();
	const findName = (id: number) => {
		const player = players.find(({ playerId }) => playerId === id);
		return player ? getName(player) : "";
	};
	return ({ covers, coveredBy }) => {
		if (covers !== null) return t("why.covers", { name: findName(covers) });
		return coveredBy === null ? null : t("why.coveredBy", { name: findName(coveredBy) });
	};
}

const Players = ({
	title,
	team,
	shown,
}: {
	readonly title: string;
	readonly team: PastTeam;
	readonly shown: readonly PastPlayer[];
}) => {
	const { t } = useTranslation();
	const getText = useSubstitutionText(team.players);
	return (
		<section className={styles.card}>
			<h2>{title}</h2>
			<table className={styles.table}>
				<caption className="spoken">{title}</caption>
				<thead>
					<tr>
						<th scope="col">{t("why.player")}</th>
						<th scope="col">{t("why.points")}</th>
						<th scope="col">{t("why.counted")}</th>
					</tr>
				</thead>
				<tbody>
					{shown.map((player) => {
						const text = getText(player);
						return (
							<tr key={player.playerId} data-idle={player.factor === 0 || undefined}>
								<th scope="row">
									<span className={styles.player}>
										<span>{getName(player)}</span>
										<small>
											{t(`line.${player.line ?? "UTL"}`)} · {player.squad}
										</small>
										<RoleBadge role={player.role} />
									</span>
									{text ? <small className={styles.facts}>{text}</small> : null}
								</th>
								<td className={player.hasPlayed ? undefined : styles.dnp}>
									{player.hasPlayed ? formatPoints(player.points) : t("card.dnp")}
								</td>
								<td className={styles.strong}>{formatPoints(player.counted)}</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</section>
	);
};

/** A team in a round of a closed season, as it was. */
export const TeamPage = ({ seasonId, roundId, userId }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const navigate = useNavigate();
	const { data, error, refetch, isPlaceholderData } = useQuery({
		...callQuery(showPastTeam, { params: { seasonId, roundId, userId } }),
		// The round on screen stays visible while the next one loads.
		placeholderData: keepPreviousData,
		meta: { noErrorModal: true },
	});
	if (error && !data) return <PageError page="team" error={error} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton height="70vh" radius="var(--radius-l)" />;
	const { team } = data;
	const name = team.teamName || t("rankings.formerTeam");
	const label = formatRoundLabel(team.roundId, team.season);
	const round = team.rounds.find((candidate) => candidate.roundId === team.roundId);
	const open = (next: string) =>
		void navigate(paths.pastSeasons.to(seasonId, `team/${Number(next)}/${userId}`), {
			replace: true,
			preventScrollReset: true,
		});
	return (
		<div className={styles.screen} aria-busy={isPlaceholderData}>
			<title>{t("app.title", { page: t("pastSeasons.teamInRound", { team: name, round: label }) })}</title>
			<header className={styles.head}>
				<div>
					<Link className={styles.back} to={paths.pastSeasons.to(seasonId)}>
						{team.season.name}
					</Link>
					<h1>{name}</h1>
					<p className={styles.facts}>{team.teamName ? team.fullName : t("rankings.formerManager")}</p>
				</div>
				<dl className={styles.own}>
					<div>
						<dt>{t("why.points")}</dt>
						<dd>{formatPoints(team.points)}</dd>
					</div>
					{round ? (
						<div>
							<dt>{t("report.roundRank")}</dt>
							<dd>{formatInteger(round.roundRank)}</dd>
						</div>
					) : null}
				</dl>
			</header>
			<div className={styles.bar}>
				<SelectChip
					label={t("rankings.round")}
					value={String(roundId)}
					choices={team.rounds.map(({ roundId: id }) => ({
						value: String(id),
						label: formatRoundLabel(id, team.season),
					}))}
					onChange={open}
				/>
			</div>
			<Players
				title={t("pastSeasons.onField")}
				team={team}
				shown={team.players.filter(({ area }) => area === "field")}
			/>
			<Players title={t("team.benchTitle")} team={team} shown={team.players.filter(({ area }) => area !== "field")} />
		</div>
	);
};
