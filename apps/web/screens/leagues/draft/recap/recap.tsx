import type { SuccessOf } from "@first-bounce/contract/call";
import { showDraftRecap } from "@first-bounce/contract/draft/draft";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { useQuietCall } from "../../../../api/use-quiet-call.ts";
import { useSeason } from "../../../../api/use-season.ts";
import { paths } from "../../../../app/paths.ts";
import { site } from "../../../../app/site.ts";
import button from "../../../../components/button/button.module.css";
import { Button } from "../../../../components/button/button.tsx";
import { ButtonLink } from "../../../../components/button/button-link.tsx";
import { FormActions } from "../../../../components/form-card/form-card.tsx";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { Table } from "../../../../components/table/table.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { formatDateTime, formatPoints } from "../../../../i18n/format.ts";
import { LANGUAGE } from "../../../../i18n/language.ts";
import { useRoundLabel } from "../../../../i18n/use-round-label.ts";
import { getFullName } from "../../../../players/player-format.ts";
import { PlayerName } from "../../../../players/player-name.tsx";
import playerStyles from "../../../../players/player-summary.module.css";
import { downloadCsv } from "../../../../sharing/download-file.ts";
import frame from "../../frame/frame.module.css";
import rowStyles from "../../frame/rows.module.css";
import { useLeague } from "../../league/use-league.ts";
import { BoardGrid } from "../board/board-grid.tsx";
import type { RoomModel } from "../model/draft-room.ts";
import { getSeatStyle } from "../model/seat-style.ts";
import { ResetDraft } from "../run/reset-draft.tsx";
import { useDraft, useRoomModel } from "../use-draft.ts";
import { formatDraftCsv } from "./format-draft-csv.ts";
import styles from "./recap.module.css";

type Facts = SuccessOf<typeof showDraftRecap>;
type RecapPick = Facts["picks"][number];
interface PartProps {
	readonly facts: Facts;
	readonly model: RoomModel;
	readonly season: Season;
}

const PICKS_PER_LIST = 5;

const Teams = ({ facts, model, season }: PartProps) => {
	const { t } = useTranslation();
	const pickByNumber = new Map(facts.picks.map((pick) => [pick.overallPick, pick]));
	const formatPick = (overall: number | null) => {
		const pick = pickByNumber.get(overall ?? 0);
		const player = season.playerById.get(pick?.playerId ?? 0);
		return pick && player ? t("draftRoom.recap.bestPick", { name: getFullName(player), pick: pick.overallPick }) : "–";
	};
	return (
		<Table
			caption={t("draftRoom.recap.teams")}
			hasVisibleCaption
			isCard
			scroller="plain"
			rows={facts.teams}
			getKey={({ teamId }) => teamId}
			getRowProps={({ teamId }) => (teamId === model.ownSeat?.teamId ? { "data-own": true } : {})}
			columns={[
				{
					id: "team",
					head: t("draftRoom.squad.team"),
					cell: ({ teamId }) => (
						<span className={styles.team} style={getSeatStyle(model.seatById.get(teamId))}>
							{formatSeatName(model.seatById.get(teamId), t)}
						</span>
					),
				},
				{
					id: "points",
					head: t("draftRoom.recap.projected"),
					isNumber: true,
					cell: ({ projectedPoints }) => formatPoints(projectedPoints),
				},
				{ id: "best", head: t("draftRoom.recap.best"), cell: ({ bestPick }) => formatPick(bestPick) },
			]}
		/>
	);
};

/** Picks that were taken much later, or earlier, than projected. */
const PickList = ({
	picks,
	kind,
	model,
	season,
}: Omit<PartProps, "facts"> & { readonly picks: readonly RecapPick[]; readonly kind: "late" | "early" }) => {
	const { t } = useTranslation();
	if (picks.length === 0) return null;
	return (
		<section className={frame.card}>
			<h2>{t(`draftRoom.recap.${kind}`)}</h2>
			<ol className={`${rowStyles.tiles} ${styles.picks}`}>
				{picks.map(({ overallPick, playerId, teamId, projectedRank, difference }) => {
					const player = season.playerById.get(playerId);
					if (!player) return null;
					return (
						<li key={overallPick} style={getSeatStyle(model.seatById.get(teamId))}>
							<b>{t("draftRoom.recap.places", { count: Math.abs(difference) })}</b>
							<span className={playerStyles.who}>
								<PlayerName id={playerId} name={getFullName(player)} className={playerStyles.name} />
								<small>
									{t("draftRoom.recap.pickFact", {
										pick: overallPick,
										rank: projectedRank,
										team: formatSeatName(model.seatById.get(teamId), t),
									})}
								</small>
							</span>
						</li>
					);
				})}
			</ol>
		</section>
	);
};

const Downloads = ({ facts, model, season }: PartProps) => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const name = `draft-${league.id}`;
	return (
		<FormActions>
			<Button
				icon="download"
				onPress={() => downloadCsv(`${name}.csv`, formatDraftCsv(facts.picks, { model, season }))}
			>
				{t("draftRoom.recap.csv")}
			</Button>
			<a
				className={button.button}
				href={`${site.apiBase}/${LANGUAGE}${showDraftRecap.path.replace(":id", String(league.id))}`}
				download={`${name}.json`}
			>
				{t("draftRoom.recap.json")}
			</a>
		</FormActions>
	);
};

const Content = ({ facts, season }: Omit<PartProps, "model">) => {
	const { t } = useTranslation();
	const draft = useDraft();
	const { board, league } = draft;
	const { startId, hasFixture } = useLeague();
	const formatRoundLabel = useRoundLabel();
	const model = useRoomModel(draft);
	// The pick of a keeper is no choice in this draft.
	const byDifference = facts.picks
		.filter(({ keptYears }) => keptYears === 0)
		.toSorted((a, b) => b.difference - a.difference);
	const late = byDifference.filter(({ difference }) => difference > 0).slice(0, PICKS_PER_LIST);
	const early = byDifference
		.filter(({ difference }) => difference < 0)
		.reverse()
		.slice(0, PICKS_PER_LIST);
	const parts = { facts, model, season };
	// The fixture of a draft that has just ended is loaded a moment later.
	const hasRound = hasFixture || season.rounds.some(({ status }) => status === "scheduled");
	const purpose = league.isMock
		? t("draftRoom.recap.mock")
		: hasRound
			? t("draftRoom.recap.from", { round: formatRoundLabel(startId, season.rules) })
			: t("draftRoom.recap.noRound");
	return (
		<div className={frame.page}>
			<header className={`${frame.head} ${styles.head}`}>
				<div>
					<h1>{t("draftRoom.recap.title")}</h1>
					<p>
						{t("draftRoom.recap.text", {
							league: league.name,
							time: formatDateTime(Date.parse(league.completedAt ?? board.serverTime)),
							purpose,
						})}
					</p>
				</div>
				<FormActions>
					{model.ownSeat && hasRound && !league.isMock ? (
						<ButtonLink to={paths.draftTeam.to(league.id)} variant="main">
							{t("draftRoom.recap.lineup")}
						</ButtonLink>
					) : null}
					<ButtonLink to={league.isMock ? paths.leagues.to() : paths.league.to(league.id, "ladder")}>
						{t(league.isMock ? "nav.myLeagues" : "draftRoom.recap.league")}
					</ButtonLink>
				</FormActions>
			</header>
			<Teams {...parts} />
			<div className={styles.lists}>
				<PickList kind="late" picks={late} model={model} season={season} />
				<PickList kind="early" picks={early} model={model} season={season} />
			</div>
			<p className={frame.hint}>{t("draftRoom.recap.how")}</p>
			<BoardGrid model={model} season={season} />
			<Downloads {...parts} />
			{league.may.reset ? (
				<details className={frame.card}>
					<summary>{t("draftRoom.run.reset.title")}</summary>
					<ResetDraft />
				</details>
			) : null}
		</div>
	);
};

export const Recap = () => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const season = useSeason();
	const recap = useQuietCall(showDraftRecap, { params: { id: league.id } });
	if (!recap.data || season.state !== "ready") return <LoadingOrError of={[season, recap]} height="80vh" />;
	return (
		<>
			<title>{t("app.title", { page: t("draftRoom.recap.page", { league: league.name }) })}</title>
			<Content facts={recap.data} season={season.value} />
		</>
	);
};
