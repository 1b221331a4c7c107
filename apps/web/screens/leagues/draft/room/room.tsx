import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { useSeason } from "../../../../api/use-season.ts";
import { createChunk, LazyScreen } from "../../../../app/lazy-screen.tsx";
import { registerBottomBar } from "../../../../components/bottom-bar/bottom-bar.ts";
import { Icon, type IconName } from "../../../../components/icon/icon.tsx";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { Skeleton } from "../../../../components/skeleton/skeleton.tsx";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { FOCUSABLE } from "../../../../components/table/table.tsx";
import { formatDateTime, formatPastTime } from "../../../../i18n/format.ts";
import { useMedia } from "../../../../live/use-media.ts";
import { lazyPart } from "../../../../upgrade/lazy-part.ts";
import { BoardGrid } from "../board/board-grid.tsx";
import type { RoomModel } from "../model/draft-room.ts";
import { getSeatStyle } from "../model/seat-style.ts";
import { useDraft, useRoomModel } from "../use-draft.ts";
import { RoomNotices } from "./notices.tsx";
import { OptionsDialog } from "./options-dialog.tsx";
import { type PendingPick, PickDialog } from "./pick-dialog.tsx";
import { PlayerPool } from "./player-pool.tsx";
import { QueuePanel } from "./queue-panel.tsx";
import styles from "./room.module.css";
import { RoomHeader } from "./room-header.tsx";
import { SquadPanel } from "./squad-panel.tsx";
import { useFreePlayers } from "./use-free-players.ts";
import { useLogText } from "./use-log-text.ts";
import { usePoolView } from "./use-pool-view.ts";
import { usePreferences } from "./use-preferences.ts";
import { type PickTarget, RoomContext, useRoom } from "./use-room.ts";
import { useTurnSignals } from "./use-turn-signals.ts";

const CHAT = createChunk(async () => (await import("../../conversation/conversation.tsx")).RoomConversation);
const CommissionerDrawer = lazyPart(async () => (await import("../run/commissioner-drawer.tsx")).CommissionerDrawer);

type Tab = "players" | "queue" | "squad" | "board" | "chat" | "log";
const TAB_ICONS: Readonly<Record<Tab, IconName>> = {
	players: "players",
	queue: "plan",
	squad: "team",
	board: "rankings",
	chat: "chat",
	log: "history",
};

const LogPanel = () => {
	const { t } = useTranslation();
	const { draft, model, season } = useRoom();
	const formatEntry = useLogText(model, season);
	return (
		<section {...FOCUSABLE} aria-label={t("draftRoom.log.title")}>
			<ol className={styles.log}>
				{draft.board.log.toReversed().map((entry) => (
					<li
						key={entry.id}
						data-kind={entry.action}
						style={entry.teamId === null ? undefined : getSeatStyle(model.seatById.get(entry.teamId))}
					>
						<time dateTime={entry.at} title={formatDateTime(Date.parse(entry.at))}>
							{formatPastTime(Date.parse(entry.at))}
						</time>
						<span>{formatEntry(entry)}</span>
					</li>
				))}
			</ol>
		</section>
	);
};

const ChatPanel = () => (
	<div className={styles.chat}>
		<Suspense fallback={<Skeleton height="240px" />}>
			<LazyScreen chunk={CHAT} />
		</Suspense>
	</div>
);

const BoardPanel = () => {
	const { model, season } = useRoom();
	return (
		<div className={styles.board}>
			<BoardGrid model={model} season={season} />
		</div>
	);
};

const PANELS: Readonly<Record<Tab, () => ReactNode>> = {
	players: PlayerPool,
	queue: QueuePanel,
	squad: SquadPanel,
	board: BoardPanel,
	chat: ChatPanel,
	log: LogPanel,
};

interface TabsProps {
	readonly tabs: readonly Tab[];
	readonly tab: Tab;
	readonly onTab: (tab: Tab) => void;
}

/** The tabs at the bottom of a phone. */
const RoomTabs = ({ tabs, tab, onTab }: TabsProps) => {
	const { t } = useTranslation();
	const { model, preferences, players } = useRoom();
	const queued = preferences.lists.queue.filter((id) => players.byId.has(id)).length;
	return (
		<nav ref={registerBottomBar} className={styles.tabs} aria-label={t("draftRoom.tabs.label")}>
			{tabs.map((value) => (
				<button
					key={value}
					type="button"
					aria-current={value === tab ? "page" : undefined}
					data-now={(value === "players" && model.isOwnTurn) || undefined}
					onClick={() => onTab(value)}
				>
					<Icon name={TAB_ICONS[value]} size={22} />
					<span>
						{t(`draftRoom.tabs.${value}`)}
						{value === "queue" && queued > 0 ? ` ${queued}` : null}
					</span>
				</button>
			))}
		</nav>
	);
};

/** Parts that share a column on a wide screen, one of them shown. */
const Column = ({ tabs }: { readonly tabs: readonly [Tab, ...Tab[]] }) => {
	const { t } = useTranslation();
	const [tab, setTab] = useState<Tab>(tabs[0]);
	const Panel = PANELS[tabs.includes(tab) ? tab : tabs[0]];
	return (
		<div className={styles.column} data-tab={tab}>
			{tabs.length > 1 ? (
				<Segmented
					label={t("draftRoom.tabs.label")}
					choices={tabs.map((value) => ({ value, label: t(`draftRoom.tabs.${value}`) }))}
					value={tab}
					onChange={setTab}
				/>
			) : null}
			<div className={styles.panel}>
				<Panel />
			</div>
		</div>
	);
};

/** The room's parts: columns below the board, or one part at a time on a phone. */
const Parts = ({ tab, onTab, isWide }: Omit<TabsProps, "tabs"> & { readonly isWide: boolean }) => {
	const { draft, model } = useRoom();
	const isMember = model.ownSeat !== null;
	// Nobody would read it among robots.
	const hasChat = isMember && !draft.league.isMock;
	if (isWide)
		return (
			<div className={styles.columns} data-visitor={!isMember || undefined}>
				{isMember ? <Column tabs={["players"]} /> : null}
				<BoardPanel />
				<Column tabs={isMember ? ["queue", "squad"] : ["squad"]} />
				<Column tabs={hasChat ? ["chat", "log"] : ["log"]} />
			</div>
		);
	const ownTabs: Tab[] = ["players", "queue", "squad", "board"];
	const tabs: Tab[] = [...(isMember ? ownTabs : ownTabs.slice(2)), ...(hasChat ? (["chat"] as const) : []), "log"];
	const shown = tabs.includes(tab) ? tab : "board";
	const Panel = PANELS[shown];
	return (
		<>
			<div className={styles.only} data-tab={shown}>
				<Panel />
			</div>
			<RoomTabs tabs={tabs} tab={shown} onTab={onTab} />
		</>
	);
};

const Content = () => {
	const { t } = useTranslation();
	const { draft, model } = useRoom();
	const [tab, setTab] = useState<Tab>("players");
	const [open, setOpen] = useState<"options" | "run" | null>(null);
	const isWide = useMedia("(min-width: 62.5em)");
	const { page, announcement } = useTurnSignals({
		isLive: draft.board.draftStatus === "live",
		// A slow draft goes on for days.
		isAwake: draft.board.draftStatus === "live" && draft.league.clock === "live" && model.ownSeat !== null,
		isOwnTurn: model.isOwnTurn,
		picksUntil: model.picksUntil,
		overall: model.active?.overall ?? null,
		leagueName: draft.league.name,
	});
	const close = () => setOpen(null);
	return (
		<div className={styles.room} data-room>
			<title>{t("app.title", { page })}</title>
			<p className="spoken" aria-live="assertive">
				{announcement}
			</p>
			<RoomHeader
				onOptions={() => setOpen("options")}
				onRun={() => setOpen("run")}
				onPick={isWide || tab === "players" ? null : () => setTab("players")}
			/>
			<RoomNotices />
			<Parts tab={tab} onTab={setTab} isWide={isWide} />
			<OptionsDialog isOpen={open === "options"} onClose={close} />
			{open === "run" ? (
				<Suspense>
					<CommissionerDrawer
						onClose={close}
						onPickFor={() => {
							setTab("players");
							close();
						}}
					/>
				</Suspense>
			) : null}
		</div>
	);
};

/** Finds the pick that a press on Draft makes: another team's if the commissioner has chosen it, else the viewer's next. */
function findTarget(model: RoomModel, chosen: number | null): PickTarget | null {
	const other = model.picks.find(({ overall, playerId }) => overall === chosen && playerId === null);
	// A pick that is not skipped can be made only while it is on the clock.
	const isPossible = other && (other.isSkipped || other.overall === model.active?.overall);
	const pick = isPossible ? other : model.isOwnTurn ? model.active : (model.ownSkippedPicks[0] ?? null);
	return pick && { overall: pick.overall, round: pick.round, teamId: pick.teamId, isForOther: pick === other };
}

const LoadedRoom = ({ season }: { readonly season: Season }) => {
	const draft = useDraft();
	const model = useRoomModel(draft);
	const [chosen, pickFor] = useState<number | null>(null);
	const [pending, setPending] = useState<PendingPick | null>(null);
	const target = findTarget(model, chosen);
	// Otherwise the room would pick for that team again at its next turn.
	if (chosen !== null && !target?.isForOther) pickFor(null);
	const players = useFreePlayers({ draft, model, season, teamId: target?.teamId ?? model.ownSeat?.teamId });
	const preferences = usePreferences(draft.board.leagueId, { isEnabled: model.ownSeat !== null });
	const pool = usePoolView();
	const startPick = (playerId: number) => target && setPending({ playerId, target });
	return (
		<RoomContext value={{ draft, model, season, players, preferences, pool, target, startPick, pickFor }}>
			<Content />
			<PickDialog pending={pending} onClose={() => setPending(null)} />
		</RoomContext>
	);
};

export const Room = () => {
	const season = useSeason();
	if (season.state !== "ready") return <LoadingOrError of={[season]} height="80vh" />;
	return <LoadedRoom season={season.value} />;
};
