import { importAvailability } from "@first-bounce/contract/operator/player-imports";
import {
	addPlayer,
	changePlayer,
	listOperatorPlayers,
	type OperatorPlayer,
} from "@first-bounce/contract/operator/players";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { buildNumberColumn } from "../../../components/table/table.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import { DialogButton } from "../parts/action-dialog.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import styles from "../parts/person.module.css";
import { Allowed } from "../parts/role.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import { SearchBox } from "../parts/table/search-box.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { PersonMatches } from "./person-matches.tsx";
import { PlannedPositions, PlayerDialog } from "./player-dialog.tsx";
import { AvailabilityPanel } from "./player-imports/availability-panel.tsx";
import { PhotosPanel } from "./player-imports/photos-panel.tsx";
import importStyles from "./player-imports/player-imports.module.css";
import { RecentImports } from "./player-imports/recent-imports.tsx";
import { SignDialog } from "./sign-dialog.tsx";
import { SquadsPanel } from "./squads.tsx";

interface TableProps {
	readonly query: { readonly search?: string; readonly squadId?: number };
}

const PlayerTable = ({ query }: TableProps) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const { getShortName } = useClubs();
	const season = useSeason();
	const getPhotoPath = (player: OperatorPlayer) =>
		season.state === "ready" ? season.value.getPhotoPath(player) : null;
	return (
		<QueryTable
			query={useCall(listOperatorPlayers, { query })}
			rows={({ players }) => players}
			empty={{ title: t("players.none"), text: t("players.noneText") }}
			caption={t("section.players")}
			getKey={({ id }) => id}
			actions={(player) => (
				<DialogButton
					call={changePlayer}
					text={t("change")}
					aria-label={t("players.changeHer", { name: `${player.firstName} ${player.lastName}` })}
				>
					{(close) => <PlayerDialog player={player} onClose={close} />}
				</DialogButton>
			)}
			columns={[
				{
					id: "name",
					head: t("player"),
					cell: (player) => (
						<span className={styles.person}>
							<span className={styles.face}>
								<Portrait squadId={player.squadId} photo={getPhotoPath(player)} />
							</span>
							{player.firstName} {player.lastName}
						</span>
					),
				},
				{ id: "club", head: t("club"), isWide: true, cell: ({ squadId }) => getShortName(squadId) },
				{
					id: "positions",
					head: t("players.positions"),
					isWide: true,
					cell: (player) => (
						<>
							{player.positions.join("/")}
							<PlannedPositions player={player} />
						</>
					),
				},
				{
					id: "status",
					head: t("players.status"),
					cell: ({ status, statusNote, departedRound }) =>
						departedRound === null ? (
							<span className={styles.person}>
								<StatusBadge status={status} />
								<span>
									{tCommon(`status.${status}`)}
									{statusNote ? <small className={importStyles.note}>{statusNote}</small> : null}
								</span>
							</span>
						) : (
							<Badge tone="bad">{t("players.departed")}</Badge>
						),
				},
				buildNumberColumn("price", t("players.price"), ({ price }: OperatorPlayer) => formatMoney(price), {
					isWide: true,
				}),
				buildNumberColumn("teams", t("players.teams"), ({ teams }: OperatorPlayer) => teams, { isWide: true }),
			]}
		>
			{({ players, hasMore = false }) =>
				hasMore ? <p className={panel.quiet}>{t("players.more", { count: players.length })}</p> : null
			}
		</QueryTable>
	);
};

const PlayersPanel = () => {
	const { t } = useTranslation("operator");
	const { clubs } = useClubs();
	const [search, setSearch] = useState("");
	const [squadId, setSquadId] = useState(0);
	const query = { ...(search ? { search } : {}), ...(squadId ? { squadId } : {}) };
	return (
		<Panel
			title={t("section.players")}
			text={t("players.text")}
			tools={
				<>
					<SearchBox label={t("players.find")} onSearch={setSearch} />
					<SelectChip
						label={t("club")}
						value={squadId}
						isActive={squadId !== 0}
						choices={[
							{ value: 0, label: t("players.allClubs") },
							...clubs.map(({ id, name }) => ({ value: id, label: name })),
						]}
						onChange={setSquadId}
					/>
					<DialogButton call={addPlayer} icon="plus" text={t("players.sign")}>
						{(close) => <SignDialog onClose={close} />}
					</DialogButton>
				</>
			}
		>
			<PlayerTable query={query} />
		</Panel>
	);
};

const VIEWS = ["players", "bulk"] as const;

/** Players and clubs, or the imports that change many players together. */
export const PlayersSection = () => {
	const { t } = useTranslation("operator");
	const [search, setSearch] = useSearchParams();
	const view = search.get("view") === "bulk" ? "bulk" : "players";
	return (
		<>
			<Segmented
				label={t("section.players")}
				choices={VIEWS.map((value) => ({ value, label: t(`players.view.${value}`) }))}
				value={view}
				onChange={(next) => setSearch(next === "bulk" ? { view: next } : {}, { replace: true })}
			/>
			{view === "bulk" ? (
				<>
					<Allowed call={importAvailability}>
						<AvailabilityPanel />
						<PhotosPanel />
					</Allowed>
					<RecentImports />
				</>
			) : (
				<>
					<PersonMatches />
					<PlayersPanel />
					<SquadsPanel />
				</>
			)}
		</>
	);
};
