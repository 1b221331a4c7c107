import { MAX_STATUS_NOTE_LENGTH, PICTURE_TYPES } from "@first-bounce/contract/constants";
import {
	changePlayer,
	changePlayerPhoto,
	markPlayerDeparted,
	type OperatorPlayer,
} from "@first-bounce/contract/operator/players";
import { listRounds } from "@first-bounce/contract/operator/season";
import { LINES, type Line, PLAYER_STATUSES, type PlayerStatus } from "@first-bounce/rules/player";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { FileField } from "../parts/file-field.tsx";
import { FromRoundChoice, useFromRound } from "../parts/from-round-choice.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import importStyles from "./player-imports/player-imports.module.css";

type Action = "status" | "positions" | "club" | "photo" | "depart";
const ACTIONS: readonly Action[] = ["status", "positions", "club", "photo", "depart"];

/** The positions that a player will have from later rounds. */
export const PlannedPositions = ({ player }: { readonly player: OperatorPlayer }) => {
	const { t } = useTranslation("operator");
	return player.plannedPositions.map(({ fromRound, positions }) => (
		<small key={fromRound} className={importStyles.note}>
			{t("players.planned", { positions: positions.join("/"), round: fromRound })}
		</small>
	));
};

const LineChoice = ({
	lines,
	onChange,
}: {
	readonly lines: readonly Line[];
	readonly onChange: (lines: Line[]) => void;
}) => (
	<div className={styles.inline}>
		{LINES.map((line) => (
			<CheckboxField
				key={line}
				name={line}
				isSelected={lines.includes(line)}
				onChange={(isOn) =>
					onChange(LINES.filter((candidate) => (candidate === line ? isOn : lines.includes(candidate))))
				}
			>
				{line}
			</CheckboxField>
		))}
	</div>
);

interface ClubChange {
	readonly squadId: number;
	/** A complete round from which the club counts; undefined for the current round. */
	readonly squadFromRound: number | undefined;
}

/** The club that a player has moved to, and since when. */
const ClubChoice = ({
	club,
	onChange,
}: {
	readonly club: ClubChange;
	readonly onChange: (club: ClubChange) => void;
}) => {
	const { t } = useTranslation("operator");
	const { clubs } = useClubs();
	const query = useQuietCall(listRounds, {});
	const rounds = query.data?.rounds ?? [];
	const current = rounds.find(({ phase }) => phase !== "complete");
	const choices = rounds.filter((round) => round.phase === "complete" || round === current);
	return (
		<>
			<QueryError queries={[query]} />
			<div className={styles.inline}>
				<SelectChip
					label={t("club")}
					value={club.squadId}
					choices={clubs.map(({ id, name }) => ({ value: id, label: name }))}
					onChange={(squadId) => onChange({ ...club, squadId })}
				/>
				<SelectChip
					label={t("players.clubFrom")}
					value={String(club.squadFromRound ?? current?.id ?? "")}
					choices={choices.map(({ id }) => ({ value: String(id), label: t("players.from", { id }) }))}
					onChange={(value) =>
						onChange({ ...club, squadFromRound: Number(value) === current?.id ? undefined : Number(value) })
					}
				/>
			</div>
		</>
	);
};

function usePlayerChange(player: OperatorPlayer) {
	const { t } = useTranslation("operator");
	const [action, setAction] = useState<Action>("status");
	const [status, setStatus] = useState<PlayerStatus>(player.status);
	const [statusNote, setStatusNote] = useState(player.statusNote);
	const [lines, setLines] = useState<Line[]>([...player.positions]);
	const [club, setClub] = useState<ClubChange>({ squadId: player.squadId, squadFromRound: undefined });
	const [photo, setPhoto] = useState<File | null>(null);
	const choice = useFromRound();
	const { fromRound } = choice;
	const willDepart = player.departedRound === null;
	const params = { id: player.id };
	const actions = {
		status: {
			effect: t("players.effect.status"),
			isIncomplete: false,
			save: (reason: string) =>
				client(changePlayer, { params, body: { reason, status, statusNote: statusNote.trim() } }),
		},
		positions: {
			effect: fromRound === undefined ? null : t("players.effect.positions", { count: player.teams, round: fromRound }),
			isIncomplete: lines.length === 0 || lines.length > 3 || fromRound === undefined,
			save: (reason: string) =>
				client(changePlayer, { params, body: { reason, positions: lines, positionsFromRound: fromRound } }),
		},
		club: {
			effect: t("players.effect.club", { count: player.teams }),
			isIncomplete: club.squadId === player.squadId && club.squadFromRound === undefined,
			save: (reason: string) => client(changePlayer, { params, body: { reason, ...club } }),
		},
		photo: {
			effect: t(photo ? "players.effect.photo" : "players.effect.noPhoto"),
			isIncomplete: !photo && player.photoVersion === 0,
			save: (reason: string) =>
				client(changePlayerPhoto, { params, body: { reason }, ...(photo ? { avatar: photo } : {}) }),
		},
		depart: {
			effect: willDepart ? t("players.effect.depart", { count: player.teams }) : t("players.effect.back"),
			isIncomplete: false,
			save: (reason: string) => client(markPlayerDeparted, { params, body: { reason, departed: willDepart } }),
		},
	};
	return {
		player,
		action,
		setAction,
		willDepart,
		status: { value: status, set: setStatus },
		statusNote: { value: statusNote, set: setStatusNote },
		lines: { value: lines, set: setLines },
		club: { value: club, set: setClub },
		setPhoto,
		choice,
		...actions[action],
	};
}
type PlayerChange = ReturnType<typeof usePlayerChange>;

const ActionFields = ({ change }: { readonly change: PlayerChange }) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const { action, status, statusNote, lines } = change;
	if (action === "status")
		return (
			<>
				<Segmented
					label={t("players.status")}
					variant="chips"
					choices={PLAYER_STATUSES.map((value) => ({ value, label: tCommon(`status.${value}`) }))}
					value={status.value}
					onChange={status.set}
				/>
				<TextField
					name="statusNote"
					label={t("players.note")}
					hint={t("players.noteHint")}
					value={statusNote.value}
					onChange={statusNote.set}
					maxLength={MAX_STATUS_NOTE_LENGTH}
				/>
			</>
		);
	if (action === "positions")
		return (
			<>
				<LineChoice lines={lines.value} onChange={lines.set} />
				<FromRoundChoice label={t("players.positionsFrom")} choice={change.choice} />
				<PlannedPositions player={change.player} />
			</>
		);
	if (action === "club") return <ClubChoice club={change.club.value} onChange={change.club.set} />;
	if (action === "photo")
		return (
			<FileField
				label={t("players.choosePhoto")}
				accept={PICTURE_TYPES}
				onChange={([file]) => change.setPhoto(file ?? null)}
			/>
		);
	return null;
};

interface Props {
	readonly player: OperatorPlayer;
	readonly onClose: () => void;
}

export const PlayerDialog = ({ player, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const change = usePlayerChange(player);
	const name = `${player.firstName} ${player.lastName}`;
	return (
		<ActionDialog
			title={name}
			effect={change.effect}
			confirm={t("players.confirm")}
			done={t("players.done", { name })}
			isIncomplete={change.isIncomplete}
			onClose={onClose}
			onConfirm={change.save}
		>
			<Segmented
				label={t("rounds.what")}
				variant="chips"
				choices={ACTIONS.map((value) => ({
					value,
					label: t(`players.do.${value === "depart" && !change.willDepart ? "back" : value}`),
				}))}
				value={change.action}
				onChange={change.setAction}
			/>
			<ActionFields change={change} />
		</ActionDialog>
	);
};
