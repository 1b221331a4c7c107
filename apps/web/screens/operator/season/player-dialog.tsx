import { MAX_STATUS_NOTE_LENGTH, PICTURE_TYPES } from "@first-bounce/contract/constants";
import {
	changePlayer,
	changePlayerPhoto,
	markPlayerDeparted,
	type OperatorPlayer,
} from "@first-bounce/contract/operator/players";
import { LINES, type Line, PLAYER_STATUSES, type PlayerStatus } from "@first-bounce/rules/player";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { FromRoundChoice, useFromRound } from "../parts/from-round-choice.tsx";
import importStyles from "./player-imports/player-imports.module.css";

type Action = "status" | "positions" | "photo" | "depart";
const ACTIONS: readonly Action[] = ["status", "positions", "photo", "depart"];

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

/** Changes a player. */
export const PlayerDialog = ({
	player,
	onClose,
}: {
	readonly player: OperatorPlayer;
	readonly onClose: () => void;
}) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const [action, setAction] = useState<Action>("status");
	const [status, setStatus] = useState<PlayerStatus>(player.status);
	const [statusNote, setStatusNote] = useState(player.statusNote);
	const [lines, setLines] = useState<Line[]>([...player.positions]);
	const [photo, setPhoto] = useState<File | null>(null);
	const choice = useFromRound();
	const { fromRound } = choice;
	const name = `${player.firstName} ${player.lastName}`;
	const willDepart = player.departedRound === null;
	const params = { id: player.id };
	const actions: Readonly<Record<Action, (reason: string) => Promise<unknown>>> = {
		status: (reason) => client(changePlayer, { params, body: { reason, status, statusNote: statusNote.trim() } }),
		positions: (reason) =>
			client(changePlayer, {
				params,
				body: { reason, positions: lines, positionsFromRound: fromRound },
			}),
		photo: (reason) => client(changePlayerPhoto, { params, body: { reason }, ...(photo ? { avatar: photo } : {}) }),
		depart: (reason) => client(markPlayerDeparted, { params, body: { reason, departed: willDepart } }),
	};
	const effects: Readonly<Record<Action, string | null>> = {
		status: t("players.effect.status"),
		positions:
			fromRound === undefined ? null : t("players.effect.positions", { count: player.teams, round: fromRound }),
		photo: t(photo ? "players.effect.photo" : "players.effect.noPhoto"),
		depart: willDepart ? t("players.effect.depart", { count: player.teams }) : t("players.effect.back"),
	};
	return (
		<ActionDialog
			title={name}
			effect={effects[action]}
			confirm={t("players.confirm")}
			done={t("players.done", { name })}
			isIncomplete={
				(action === "positions" && (lines.length === 0 || lines.length > 3 || fromRound === undefined)) ||
				(action === "photo" && !photo && player.photoVersion === 0)
			}
			onClose={onClose}
			onConfirm={actions[action]}
		>
			<Segmented
				label={t("rounds.what")}
				variant="chips"
				choices={ACTIONS.map((value) => ({
					value,
					label: value === "depart" && !willDepart ? t("players.do.back") : t(`players.do.${value}`),
				}))}
				value={action}
				onChange={setAction}
			/>
			{action === "status" ? (
				<>
					<Segmented
						label={t("players.status")}
						variant="chips"
						choices={PLAYER_STATUSES.map((value) => ({ value, label: tCommon(`status.${value}`) }))}
						value={status}
						onChange={setStatus}
					/>
					<TextField
						name="statusNote"
						label={t("players.note")}
						hint={t("players.noteHint")}
						value={statusNote}
						onChange={setStatusNote}
						maxLength={MAX_STATUS_NOTE_LENGTH}
					/>
				</>
			) : null}
			{action === "positions" ? (
				<>
					<LineChoice lines={lines} onChange={setLines} />
					<FromRoundChoice label={t("players.positionsFrom")} choice={choice} />
					<PlannedPositions player={player} />
				</>
			) : null}
			{action === "photo" ? (
				<label className={styles.file}>
					<span>{t("players.choosePhoto")}</span>
					<input
						type="file"
						accept={PICTURE_TYPES.join(",")}
						onChange={({ currentTarget }) => setPhoto(currentTarget.files?.[0] ?? null)}
					/>
				</label>
			) : null}
		</ActionDialog>
	);
};
