import {
	confirmReturn,
	type KeepersView,
	type KeeperTeamView,
	setKeeperDeadline,
	showKeepers,
} from "@first-bounce/contract/draft/keepers";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Button } from "../../../components/button/button.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatSeatName } from "../../../draft-league/seat-name.ts";
import { useFormCall } from "../../../draft-league/use-form-call.ts";
import { formatZonedDateTime } from "../../../i18n/format.ts";
import { onDraftChange } from "../../../live/draft-events.ts";
import playerStyles from "../../../players/player-summary.module.css";
import about from "../about/about.module.css";
import { BoardGrid } from "../draft/board/board-grid.tsx";
import type { RoomModel } from "../draft/model/draft-room.ts";
import frame from "../frame/frame.module.css";
import { LocalTimeForm } from "../frame/local-time-form.tsx";
import { useLeague } from "../league/use-league.ts";
import { getChosen, KeeperEditor, useKeepersUpdate } from "./keeper-editor.tsx";
import { buildKeeperBoard } from "./keeper-model.ts";
import styles from "./keepers.module.css";

interface PartProps {
	readonly leagueId: number;
	readonly view: KeepersView;
}
interface OthersProps extends PartProps {
	readonly season: Season;
	readonly model: RoomModel;
}

/** Whether a team's place is confirmed and its keepers are chosen. */
function useTeamState(view: KeepersView): (team: KeeperTeamView) => string | null {
	const { t } = useTranslation();
	return (team) => {
		if (view.phase === "preview") return null;
		if (view.phase === "closed") return t("leagues.keepers.keeps", { count: team.keepers?.length ?? 0 });
		if (team.manager === null) return t(team.isRobot ? "leagues.lobby.state.robot" : "leagues.lobby.state.vacant");
		if (!team.isConfirmed) return t("leagues.lobby.state.unconfirmed");
		return t(team.hasChosen ? "leagues.keepers.hasChosen" : "leagues.keepers.notChosen");
	};
}

const OtherTeam = ({ team, ...props }: OthersProps & { readonly team: KeeperTeamView }) => {
	const { t } = useTranslation();
	const { view, model } = props;
	const [editedIds, setEditedIds] = useState<readonly number[] | null>(null);
	const [isOpen, setOpen] = useState(false);
	const seat = model.seatById.get(team.teamId);
	const name = formatSeatName(seat, t);
	const state = useTeamState(view)(team);
	const kept = view.phase === "closed" ? getChosen(view, team, null) : [];
	const names = kept.map((id) => team.players.find(({ playerId }) => playerId === id)?.name ?? "").join(", ");
	return (
		<details className={styles.team} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>
				<LeagueCrest league={{ name, colour: seat?.shownColour ?? "", avatar: null }} size={34} />
				<span className={playerStyles.who}>
					<span className={playerStyles.name}>{name}</span>
					{state === null ? null : <small>{state}</small>}
					{names === "" ? null : <small>{names}</small>}
				</span>
			</summary>
			{isOpen ? <KeeperEditor {...props} team={team} editedIds={editedIds} onEdit={setEditedIds} /> : null}
		</details>
	);
};

const OtherTeams = (props: OthersProps) => {
	const { t } = useTranslation();
	const { view } = props;
	return (
		<section className={`${frame.card} ${frame.stack}`}>
			<h2>{t("leagues.keepers.others")}</h2>
			<p className={frame.hint}>{t(`leagues.keepers.othersText.${view.phase}`)}</p>
			{view.teams
				.filter(({ teamId }) => teamId !== view.myTeamId)
				.map((team) => (
					<OtherTeam key={team.teamId} {...props} team={team} />
				))}
		</section>
	);
};

/** Asks a manager of last season to confirm that she plays this season too. */
const Confirm = ({ leagueId, view }: PartProps) => {
	const { t } = useTranslation();
	const update = useKeepersUpdate(leagueId);
	const confirm = useCallMutation(confirmReturn, {
		onSuccess: async (answer) => {
			await update(answer);
			showToast({ tone: "good", text: t("leagues.keepers.confirmed") });
		},
	});
	const own = view.teams.find(({ teamId }) => teamId === view.myTeamId);
	if (!own || own.isConfirmed || view.phase !== "open") return null;
	return (
		<section className={`${frame.card} ${frame.stack} ${styles.confirm}`}>
			<h2>{t("leagues.keepers.confirmTitle")}</h2>
			<p>{t("leagues.keepers.confirmText")}</p>
			<FormActions>
				<Button
					variant="main"
					icon="check"
					isPending={confirm.isPending}
					onPress={() => confirm.mutate({ params: { id: leagueId } })}
				>
					{t("leagues.keepers.confirm")}
				</Button>
			</FormActions>
		</section>
	);
};

const DeadlineForm = ({ leagueId, view, onClose }: PartProps & { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const change = useFormCall(setKeeperDeadline, {
		refresh: useKeepersUpdate(leagueId),
		getText: () => t("leagues.keepers.deadlineSaved"),
		onDone: onClose,
	});
	return (
		<LocalTimeForm
			name="deadline"
			label={t("leagues.keepers.deadline")}
			hint={t("leagues.keepers.deadlineHint")}
			saved={view.deadline}
			call={change}
			onSubmit={(deadline) => change.mutate({ params: { id: leagueId }, body: { deadline } })}
			onClose={onClose}
		/>
	);
};

const Intro = ({ leagueId, view }: PartProps) => {
	const { t } = useTranslation();
	const [isChanging, setChanging] = useState(false);
	const { phase, format, deadline } = view;
	return (
		<section className={`${frame.card} ${frame.stack}`}>
			<h2>{t(`leagues.keepers.title.${phase}`)}</h2>
			<p>
				{phase === "preview"
					? t("leagues.keepers.previewText")
					: t(`leagues.keepers.rule.${format === "dynasty" ? "dynasty" : "keeper"}`, {
							count: format === "dynasty" ? view.minDelists : view.most,
						})}
			</p>
			{phase === "open" ? (
				<p>
					{deadline === null
						? t("leagues.keepers.untilDraft")
						: t("leagues.keepers.until", { time: formatZonedDateTime(Date.parse(deadline)) })}
				</p>
			) : null}
			{view.mayManage ? (
				isChanging ? (
					<DeadlineForm leagueId={leagueId} view={view} onClose={() => setChanging(false)} />
				) : (
					<FormActions>
						<Button icon="plan" onPress={() => setChanging(true)}>
							{t("leagues.keepers.changeDeadline")}
						</Button>
					</FormActions>
				)
			) : null}
		</section>
	);
};

const Content = ({ leagueId, view, season }: PartProps & { readonly season: Season }) => {
	const { t } = useTranslation();
	const [editedIds, setEditedIds] = useState<readonly number[] | null>(null);
	const own = view.teams.find(({ teamId }) => teamId === view.myTeamId);
	const choice =
		own && view.phase !== "preview" ? { teamId: own.teamId, chosen: getChosen(view, own, editedIds) } : null;
	const model = buildKeeperBoard(view, season, choice);
	return (
		<>
			<div className={about.about}>
				<div className={about.column}>
					<Confirm leagueId={leagueId} view={view} />
					<Intro leagueId={leagueId} view={view} />
					{own ? (
						<section className={`${frame.card} ${frame.stack}`}>
							<h2>{t("leagues.keepers.mine")}</h2>
							<KeeperEditor
								leagueId={leagueId}
								view={view}
								team={own}
								season={season}
								editedIds={editedIds}
								onEdit={setEditedIds}
							/>
						</section>
					) : null}
				</div>
				<div className={about.column}>
					<OtherTeams leagueId={leagueId} view={view} season={season} model={model} />
				</div>
			</div>
			<section className={frame.stack}>
				<h2>{t("leagues.keepers.board")}</h2>
				<p className={frame.hint}>
					{t(view.hasOrder ? "leagues.keepers.boardText" : "leagues.keepers.boardWithoutOrder")}
				</p>
				<BoardGrid model={model} season={season} />
			</section>
		</>
	);
};

/** Last season's squads with what each player costs: whom to keep, or what they would cost next season. */
export const KeepersPage = () => {
	const { id } = useLeague();
	const season = useSeason();
	const query = useQuietCall(showKeepers, { params: { id } }, { staleTime: 0 });
	const { refetch } = query;
	useEffect(
		() =>
			onDraftChange((change) => {
				if (change.kind === "connected" || (change.kind === "version" && change.leagueId === id)) void refetch();
			}),
		[id, refetch],
	);
	if (season.state !== "ready" || !query.data) return <LoadingOrError of={[season, query]} height="60vh" />;
	return <Content leagueId={id} view={query.data} season={season.value} />;
};
