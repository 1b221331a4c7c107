import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import { bringBackFromInjury, putInInjuredPlace } from "@first-bounce/contract/draft/squads";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { isOutInjured } from "@first-bounce/rules/draft/injured-place";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Button } from "../../../components/button/button.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { useFormCall } from "../../../draft-league/use-form-call.ts";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import type { Board } from "../board/state/board.ts";
import styles from "./draft-team.module.css";

interface Props {
	readonly draft: DraftTeamRound;
	readonly board: Board;
}

interface RowProps {
	readonly player: PlayerEntry;
	readonly board: Board;
	readonly children: React.ReactNode;
}

const Row = ({ player, board, children }: RowProps) => {
	const { t } = useTranslation();
	return (
		<li>
			<span className={styles.injured}>
				<PlayerName id={player.id} name={getFullName(player)} />
				<small>
					<StatusBadge status={player.status} label={t(`status.${player.status}`)} />{" "}
					{formatPositions(player.position, t)} · {board.season.squads.get(player.squadId)?.abbreviation}
				</small>
			</span>
			{children}
		</li>
	);
};

interface BackProps extends Props {
	readonly player: PlayerEntry;
}

function useBringBack({ draft, player }: Omit<BackProps, "board">, onDone?: () => void) {
	const { t } = useTranslation();
	const refresh = useLeagueRefresh(draft.leagueId);
	const back = useFormCall(bringBackFromInjury, {
		refresh,
		getText: () => t("draftTeam.injured.isBack", { name: player.lastName }),
		...(onDone ? { onDone } : {}),
	});
	const bringBack = (dropId: PlayerId | null) => back.mutate({ params: { id: draft.leagueId }, body: { dropId } });
	return { bringBack, isPending: back.isPending, error: back.error };
}

/** Asks whom to drop for the player who comes back to a full squad. */
const BackDialog = ({ draft, board, player, onClose }: BackProps & { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const { season, context } = board;
	const [dropId, setDropId] = useState<PlayerId | null>(null);
	const { bringBack, isPending, error } = useBringBack({ draft, player }, onClose);
	const drops = draft.playerIds
		.filter((id) => id !== player.id && !context.isLocked(id))
		.flatMap((id) => season.playerById.get(id) ?? []);
	return (
		<Dialog title={t("draftTeam.injured.backTitle", { name: player.lastName })} isOpen onClose={onClose}>
			<div className={dialog.body}>
				<p>{t("draftTeam.injured.backText")}</p>
				<SelectField
					name="drop"
					label={t("waivers.drop.title")}
					placeholder={t("draftTeam.injured.choose")}
					value={dropId === null ? null : String(dropId)}
					choices={drops.map((entry) => ({ value: String(entry.id), label: getFullName(entry) }))}
					onChange={(id) => setDropId(Number(id))}
				/>
				<ErrorNotice error={error} />
				<FormActions>
					<Button variant="main" isDisabled={dropId === null} isPending={isPending} onPress={() => bringBack(dropId)}>
						{t("draftTeam.injured.back")}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</FormActions>
			</div>
		</Dialog>
	);
};

/** Brings the player in the place back; asks whom to drop if the squad is full. */
const BringBack = (props: BackProps) => {
	const { t } = useTranslation();
	const { draft, board, player } = props;
	const [isOpen, setOpen] = useState(false);
	const { bringBack, isPending, error } = useBringBack(props);
	const isFull = draft.playerIds.length - 1 >= getSquadSize(draft.squad);
	const isLocked = board.context.isLocked(player.id);
	return (
		<>
			<Button
				isDisabled={isLocked || board.editor.isDirty}
				isPending={isPending}
				onPress={() => (isFull ? setOpen(true) : bringBack(null))}
			>
				{t(isLocked ? "draftTeam.injured.locked" : "draftTeam.injured.back")}
			</Button>
			<ErrorNotice error={error} />
			{isOpen ? <BackDialog {...props} onClose={() => setOpen(false)} /> : null}
		</>
	);
};

/** The place for a player who is out, with whom to put there; nothing in a league without an injured place. */
export const InjuredPlace = ({ draft, board }: Props) => {
	const { t } = useTranslation();
	const { season, context, editor } = board;
	const refresh = useLeagueRefresh(draft.leagueId);
	const put = useFormCall(putInInjuredPlace, { refresh, getText: () => t("draftTeam.injured.moved") });
	if (draft.injuredPlayerId === undefined) return null;
	const player = season.playerById.get(draft.injuredPlayerId ?? 0);
	const isFit = player !== undefined && !isOutInjured(player.status);
	const candidates = player
		? []
		: draft.playerIds
				.flatMap((id) => season.playerById.get(id) ?? [])
				.filter(({ id, status }) => isOutInjured(status) && !context.isLocked(id));
	return (
		<section className={styles.squad} aria-label={t("draftTeam.injured.title")}>
			<h2>{t("draftTeam.injured.title")}</h2>
			{isFit ? <Notice tone="warn">{t("draftTeam.injured.fit", { name: player.lastName })}</Notice> : null}
			{player || candidates.length > 0 ? null : <p>{t("draftTeam.injured.empty")}</p>}
			{candidates.length > 0 ? <p>{t("draftTeam.injured.candidates")}</p> : null}
			<ul>
				{player ? (
					<Row key={player.id} player={player} board={board}>
						<BringBack draft={draft} board={board} player={player} />
					</Row>
				) : null}
				{candidates.map((candidate) => (
					<Row key={candidate.id} player={candidate} board={board}>
						<Button
							isDisabled={editor.isDirty}
							isPending={put.isPending}
							aria-label={t("draftTeam.injured.putHer", { name: candidate.lastName })}
							onPress={() => put.mutate({ params: { id: draft.leagueId }, body: { playerId: candidate.id } })}
						>
							{t("draftTeam.injured.put")}
						</Button>
					</Row>
				))}
			</ul>
			<ErrorNotice error={put.error} />
		</section>
	);
};
