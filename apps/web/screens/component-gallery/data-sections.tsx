import { LEAGUE_COLOURS } from "@first-bounce/contract/constants";
import type { RankingRow } from "@first-bounce/contract/stats/rankings";
import { PLAYER_STATUSES } from "@first-bounce/rules/player";
import type { TFunction } from "i18next";
import { Avatar } from "../../components/avatar/avatar.tsx";
import { ScoreBadge, StatusBadge } from "../../components/badges/badges.tsx";
import { BrandMark } from "../../components/brand/brand-mark.tsx";
import { Chart } from "../../components/chart/chart.tsx";
import { ChartOrTable } from "../../components/chart/chart-or-table.tsx";
import type { ChartSeries } from "../../components/chart/chart-series.ts";
import { Guernsey, KitGuernsey } from "../../components/guernsey/guernsey.tsx";
import { ICON_NAMES, Icon } from "../../components/icon/icon.tsx";
import { LeagueCrest } from "../../components/league-crest/league-crest.tsx";
import { buildTeamKit, ManagerAvatar } from "../../components/manager-avatar/manager-avatar.tsx";
import { ManagerCell } from "../../components/manager-cell/manager-cell.tsx";
import { RankingPages } from "../../components/ranking-table/ranking-pages.tsx";
import { RankingTable } from "../../components/ranking-table/ranking-table.tsx";
import { Scoreflow } from "../../components/scoreflow/scoreflow.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatMoney } from "../../i18n/format.ts";
import { PHOTO } from "./card-states.ts";
import { type BuildSection, doNothing, type Example, listStates } from "./section.ts";

export const buildBadgeSection: BuildSection = (t) => ({
	id: "badges",
	examples: [
		...listStates("StatusBadge status", PLAYER_STATUSES, (status) => (
			<StatusBadge status={status} label={t(`status.${status}`)} />
		)),
		...listStates("ScoreBadge tone", ["projected", "live", "final", "dnp"], (tone) => (
			<ScoreBadge tone={tone} text={tone === "dnp" ? t("card.dnp") : "84"} />
		)),
	],
});

const KITS = [...Array.from({ length: 18 }, (_, index) => index + 1), 7386, 7886, 8096, 8466, 8788, 9406];

export const buildKitSection: BuildSection = () => ({
	id: "kits",
	examples: [
		...KITS.map((squadId) => ({ caption: String(squadId), element: <Guernsey squadId={squadId} /> })),
		...LEAGUE_COLOURS.map((colour) => ({ caption: colour, element: <KitGuernsey kit={buildTeamKit(colour)} /> })),
	],
});

const MANAGER = { userId: 7, avatarVersion: 0, fullName: "Kit O'Brien", supportedSquadId: 4 };

export const buildPictureSection: BuildSection = () => ({
	id: "pictures",
	examples: [
		{ caption: "BrandMark", element: <BrandMark size={44} /> },
		{ caption: "Avatar", element: <Avatar userId={7} avatarVersion={0} name={MANAGER.fullName} /> },
		{ caption: "ManagerAvatar", element: <ManagerAvatar manager={MANAGER} size={40} /> },
		{ caption: "LeagueCrest avatar", element: <LeagueCrest league={{ name: "", colour: "navy", avatar: PHOTO }} /> },
		...LEAGUE_COLOURS.map((colour) => ({
			caption: colour,
			element: <LeagueCrest league={{ name: "Banana Kicks", colour, avatar: null }} />,
		})),
		...ICON_NAMES.map((name) => ({ caption: name, element: <Icon name={name} size={24} /> })),
	],
});

const buildRow = (rank: number, change: Partial<RankingRow> = {}): RankingRow => ({
	userId: rank,
	teamId: rank,
	rank,
	previousRank: rank,
	fullName: MANAGER.fullName,
	teamName: "Banana Kicks",
	totalPoints: 6_120 - rank * 40,
	averagePoints: 1_224 - rank * 8,
	highestRoundPoints: 1_402,
	overallRank: rank,
	roundPoints: 1_180,
	roundRank: rank,
	teamValue: 15_820_000,
	avatarVersion: 0,
	supportedSquadId: rank,
	isCurrentLeagueUser: false,
	...change,
});
const ROWS = [
	buildRow(1, { previousRank: 3 }),
	buildRow(2, { teamName: "The Featherstonhaugh-Okonkwo XXI" }),
	buildRow(3, { previousRank: 1 }),
	buildRow(4, { teamName: "", fullName: "", supportedSquadId: null, previousRank: null }),
];
const OWN_ROW = buildRow(87, { isCurrentLeagueUser: true, teamName: "Kit Bag" });
const DATA = { rankings: ROWS, nextPage: 2, currentUserRanking: OWN_ROW, isLive: false, total: 120 };
const TABLE = { clubs: new Map(), onChange: doNothing, getUrl: () => "/components", isStale: false };

const buildTables = (t: TFunction): readonly Example[] => {
	const caption = t("scoreflow.title");
	const columns: readonly Column<RankingRow>[] = [
		{ id: "team", head: t("rankings.columns.team"), cell: (row) => <ManagerCell manager={row} /> },
		{ id: "value", head: t("rankings.columns.value"), isWide: true, cell: (row) => formatMoney(row.teamValue) },
		{
			id: "total",
			head: t("rankings.columns.total"),
			isNumber: true,
			sort: { direction: "desc", onPress: doNothing },
			cell: (row) => row.totalPoints,
			foot: ["24,080"],
		},
	];
	const table = { caption, columns, rows: ROWS, getKey: (row: RankingRow) => row.teamId };
	return [
		{ caption: "Table isCard, sort, foot", isWide: true, element: <Table {...table} isCard /> },
		{
			caption: "Table groups, hasVisibleCaption",
			isWide: true,
			element: (
				<Table
					{...table}
					columns={columns.map((column) => ({ ...column, sort: { direction: "asc", onPress: doNothing } }))}
					hasVisibleCaption
					groups={[{ id: "bench", title: t("team.benchTitle"), rows: ROWS }]}
				/>
			),
		},
		{
			caption: 'Table scroller="focusable", sticky="column"',
			isWide: true,
			element: <Table {...table} scroller="focusable" sticky="column" />,
		},
		{
			caption: 'Table scroller="plain", sticky="both", isBusy',
			isWide: true,
			element: <Table {...table} scroller="plain" sticky="both" isBusy />,
		},
		{ caption: "ManagerCell", element: <ManagerCell manager={OWN_ROW} url="/components" /> },
		{
			caption: "Table empty",
			element: <Table {...table} rows={[]} empty={<p>{t("leagues.matchup.none")}</p>} />,
		},
	];
};

export const buildTableSection: BuildSection = (t) => ({
	id: "tables",
	examples: [
		...buildTables(t),
		{
			caption: "RankingTable",
			isWide: true,
			element: <RankingTable {...TABLE} view={{ roundId: 0, order: "totalPoints", direction: "desc" }} data={DATA} />,
		},
		{
			caption: 'RankingTable isLive, direction="asc"',
			isWide: true,
			element: (
				<RankingTable
					{...TABLE}
					view={{ roundId: 5, order: "roundPoints", direction: "asc" }}
					data={{ ...DATA, isLive: true, currentUserRanking: null }}
				/>
			),
		},
		{
			caption: "RankingTable isStale",
			isWide: true,
			element: (
				<RankingTable
					{...TABLE}
					isStale
					view={{ roundId: 0, order: "avgPoints", direction: "desc" }}
					data={{ ...DATA, rankings: ROWS.slice(0, 2), currentUserRanking: null }}
				/>
			),
		},
		{
			caption: "RankingTable data={undefined}",
			isWide: true,
			element: (
				<RankingTable {...TABLE} view={{ roundId: 0, order: "totalPoints", direction: "desc" }} data={undefined} />
			),
		},
		{ caption: "RankingPages", isWide: true, element: <RankingPages page={2} total={120} onPage={doNothing} /> },
	],
});

const ROUNDS = [1_130, 1_214, 1_086, 1_302, 1_251].map((points, index) => ({
	id: index + 1,
	name: `R${index + 1}`,
	points,
}));
const CATEGORIES = ROUNDS.map(({ id, name }) => ({ short: String(id), name }));
const SERIES: readonly ChartSeries[] = [
	{ name: "bars", kind: "bars", scale: "points", colour: "--captain", values: [84, 61, null, 103, 92], format: String },
	{
		name: "dashes",
		kind: "dashes",
		scale: "dollars",
		colour: "--uncertain",
		values: [500_000, 512_000, 512_000, 530_000, 541_000],
		format: formatMoney,
	},
];
const RANKS: readonly ChartSeries[] = [
	{ name: "line", kind: "line", scale: "rank", colour: "--captain", values: [812, 640, 655, 301, 244], format: String },
];

export const buildChartSection: BuildSection = (t) => ({
	id: "charts",
	examples: [
		{ caption: "Scoreflow", isWide: true, element: <Scoreflow rounds={ROUNDS} /> },
		{
			caption: 'Chart kind="bars" and "dashes", scale="points" and "dollars"',
			isWide: true,
			element: <Chart label={t("scoreflow.label")} height={180} categories={CATEGORIES} series={SERIES} />,
		},
		{
			caption: 'ChartOrTable level={3}, Chart kind="line", scale="rank"',
			isWide: true,
			element: (
				<ChartOrTable
					title={t("rankings.columns.rank")}
					level={3}
					chart={<Chart label={t("scoreflow.label")} height={180} categories={CATEGORIES} series={RANKS} />}
					table={<p>{t("chart.table")}</p>}
				/>
			),
		},
	],
});
