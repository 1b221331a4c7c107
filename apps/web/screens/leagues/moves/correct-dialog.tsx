import { correctSquads } from "@first-bounce/contract/draft/squads";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { useLeague } from "../league/use-league.ts";
import styles from "./moves.module.css";
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH } from "./undo-actions.tsx";
import type { LeagueNames } from "./use-moves.ts";

interface Props {
	readonly season: Season;
	readonly names: LeagueNames;
	readonly onClose: () => void;
}

interface Move {
	readonly playerId: PlayerId;
	readonly toTeamId: TeamId | null;
}

const MAX_FOUND = 8;
const MIN_SEARCH = 2;
const NOBODY = "nobody";

const getFullName = ({ firstName, lastName }: PlayerEntry): string => `${firstName} ${lastName}`;

/** Chooses players by their names, and where each of them belongs. */
const MoveFields = ({
	moves,
	onChange,
	season,
	names,
}: Omit<Props, "onClose"> & {
	readonly moves: readonly Move[];
	readonly onChange: (moves: readonly Move[]) => void;
}) => {
	const { t } = useTranslation();
	const [search, setSearch] = useState("");
	const query = search.trim().toLocaleLowerCase();
	const found =
		query.length < MIN_SEARCH
			? []
			: season.players
					.filter(({ id }) => moves.every(({ playerId }) => playerId !== id))
					.filter((player) => getFullName(player).toLocaleLowerCase().includes(query))
					.slice(0, MAX_FOUND);
	const choices = [
		...[...names.teams].map(([id, name]) => ({ value: String(id), label: name })),
		{ value: NOBODY, label: t("moves.correct.nobody") },
	];
	const setTeam = (playerId: PlayerId, value: string) =>
		onChange(
			moves.map((move) =>
				move.playerId === playerId ? { playerId, toTeamId: value === NOBODY ? null : Number(value) } : move,
			),
		);
	return (
		<>
			{moves.map(({ playerId, toTeamId }) => (
				<div key={playerId} className={styles.correction}>
					<SelectField
						name={`move-${playerId}`}
						label={t("moves.correct.belongs", { name: names.getPlayerName(playerId) })}
						placeholder=""
						value={toTeamId === null ? NOBODY : String(toTeamId)}
						choices={choices}
						onChange={(value) => setTeam(playerId, value)}
					/>
					<Button
						variant="quiet"
						icon="close"
						aria-label={t("moves.correct.remove", { name: names.getPlayerName(playerId) })}
						onPress={() => onChange(moves.filter((move) => move.playerId !== playerId))}
					>
						{t("moves.correct.removeShort")}
					</Button>
				</div>
			))}
			<TextField name="search" type="search" label={t("moves.correct.search")} value={search} onChange={setSearch} />
			<div className={styles.found}>
				{found.map((player) => (
					<Button
						key={player.id}
						icon="plus"
						onPress={() => {
							onChange([...moves, { playerId: player.id, toTeamId: null }]);
							setSearch("");
						}}
					>
						{getFullName(player)}
					</Button>
				))}
			</div>
		</>
	);
};

/** Moves players where they belong, with a reason that all members read. */
export const CorrectDialog = ({ season, names, onClose }: Props) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const refresh = useLeagueRefresh(id);
	const [moves, setMoves] = useState<readonly Move[]>([]);
	const [reason, setReason] = useState("");
	const correct = useCallMutation(correctSquads, {
		meta: { hasInlineError: true },
		onSuccess: async ({ transaction }) => {
			await refresh();
			onClose();
			showToast({ tone: "good", text: t(transaction.proposal ? "moves.correct.proposed" : "moves.correct.done") });
		},
	});
	return (
		<Dialog title={t("moves.correct.title")} isOpen onClose={onClose} variant="sheet">
			<form
				className={styles.dialog}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					if (!correct.isPending) correct.mutate({ params: { id }, body: { moves: [...moves], reason } });
				}}
			>
				<p>{t("moves.correct.text")}</p>
				<p>{t("moves.correct.needsConsent")}</p>
				<MoveFields moves={moves} onChange={setMoves} season={season} names={names} />
				<TextField
					name="reason"
					label={t("moves.undo.reason")}
					maxLength={MAX_REASON_LENGTH}
					value={reason}
					onChange={setReason}
				/>
				<ErrorNotice error={correct.error} />
				<FormActions>
					<Button
						type="submit"
						variant="main"
						isPending={correct.isPending}
						isDisabled={moves.length === 0 || reason.trim().length < MIN_REASON_LENGTH}
					>
						{t("moves.correct.confirm")}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</FormActions>
			</form>
		</Dialog>
	);
};
