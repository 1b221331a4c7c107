import { confirmPlace, type KeepersView, setKeeperDeadline, showKeepers } from "@first-bounce/contract/draft/keepers";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCall, useCallMutation } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { Button } from "../../../components/button/button.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { Loading } from "../../../components/states/loading.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { useFormCall } from "../../../draft-league/use-form-call.ts";
import { formatDateTime, formatZoneName } from "../../../i18n/format.ts";
import { onDraftChange } from "../../../live/draft-events.ts";
import about from "../about/about.module.css";
import { BoardGrid } from "../draft/board/board-grid.tsx";
import { useDraftRefresh } from "../draft/use-draft-action.ts";
import frame from "../frame/frame.module.css";
import { LocalTimeForm } from "../frame/local-time-form.tsx";
import { useLeague } from "../league/use-league.ts";
import { getChosen, KeeperEditor } from "./keeper-editor.tsx";
import { buildKeeperBoard } from "./keeper-model.ts";
import styles from "./keepers.module.css";
import { OtherTeams } from "./other-teams.tsx";

interface PartProps {
	readonly leagueId: number;
	readonly view: KeepersView;
}

/** Asks a manager of last season to confirm that she plays this season too. */
const Confirm = ({ leagueId, view }: PartProps) => {
	const { t } = useTranslation();
	const refresh = useDraftRefresh(leagueId);
	const confirm = useCallMutation(confirmPlace, {
		onSuccess: async () => {
			await refresh();
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

/** Lets the commissioner set until when keepers are chosen. */
const DeadlineForm = ({ leagueId, view, onClose }: PartProps & { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const change = useFormCall(setKeeperDeadline, {
		refresh: useDraftRefresh(leagueId),
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

/** What is chosen and until when. */
const Intro = ({ leagueId, view }: PartProps) => {
	const { t } = useTranslation();
	const [isChanging, setChanging] = useState(false);
	const { phase, format, deadline } = view;
	const deadlineAt = deadline === null ? null : Date.parse(deadline);
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
					{deadlineAt === null
						? t("leagues.keepers.untilDraft")
						: t("leagues.keepers.until", { time: `${formatDateTime(deadlineAt)} ${formatZoneName(deadlineAt)}` })}
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
	const query = useCall(showKeepers, { params: { id } }, { staleTime: 0, meta: { noErrorModal: true } });
	const { refetch } = query;
	useEffect(
		() =>
			onDraftChange((change) => {
				if (change.kind === "connected" || (change.kind === "version" && change.leagueId === id)) void refetch();
			}),
		[id, refetch],
	);
	if (season.state !== "ready" || !query.data) return <Loading season={season} queries={[query]} height="60vh" />;
	return <Content leagueId={id} view={query.data} season={season.value} />;
};
