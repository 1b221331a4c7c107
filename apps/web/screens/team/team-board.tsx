import type { Team } from "@first-bounce/contract/team";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { tell } from "../../components/toast/toasts.tsx";
import { useMedia } from "../../live/media.ts";
import { Invitation } from "./board/invitation.tsx";
import { Notices } from "./board/notices.tsx";
import { SwapBar } from "./board/swap-bar.tsx";
import { TeamGround } from "./board/team-ground.tsx";
import { TeamHeader } from "./board/team-header.tsx";
import { TeamList } from "./board/team-list.tsx";
import { useTeamView } from "./board/team-view.ts";
import { Toolbar } from "./board/toolbar.tsx";
import { useBoard } from "./board/use-board.ts";
import { useAutosave } from "./editor/use-autosave.ts";
import { lineupOf } from "./model/team-state.ts";
import { PoolPanel } from "./pool/pool-panel.tsx";
import styles from "./team-screen.module.css";
import { useAutofill } from "./use-autofill.ts";
import { useDraftCare } from "./use-draft-care.ts";

/** Whether there is room for the pool beside the ground. */
const ROOMY = "(min-width: 62.5em)";

/** The team screen with its data at hand. */
export const TeamBoard = ({ team, season }: { readonly team: Team; readonly season: Season }) => {
	const { t } = useTranslation();
	const isRoomy = useMedia(ROOMY);
	const [search, setSearch] = useSearchParams();
	const [view, setView] = useTeamView();
	const [isBuilding, setBuilding] = useState(false);
	const showPool = (open: boolean) =>
		setSearch((params) => {
			if (open) params.set("open", "pool");
			else params.delete("open");
			return params;
		});
	const board = useBoard(team, season, () => isRoomy || showPool(true));
	const { editor } = board;
	const save = useAutosave({
		team,
		candidate: editor.candidate,
		onStale: () => {
			editor.replaceWith(lineupOf(team));
			tell({ tone: "bad", text: t("team.reloaded") });
		},
	});
	const { isFilling, fill } = useAutofill(board);
	useDraftCare(board);
	const places = Object.values(season.rules.field).concat(Object.values(season.rules.bench));
	const isUntouched = editor.empty.length > places.reduce((sum, count) => sum + count, 0);
	const isInviting = isUntouched && !isBuilding && editor.isEditable;
	const add = board.add;
	const pool = (
		<PoolPanel
			board={{
				...board,
				add: (id) => {
					add(id);
					if (board.wanted && !isRoomy) showPool(false);
				},
			}}
		/>
	);
	return (
		<div className={styles.screen}>
			<div className={styles.main}>
				<TeamHeader board={board} save={save} />
				{board.swap ? (
					<SwapBar board={board} />
				) : (
					<Toolbar
						board={board}
						view={view}
						onView={setView}
						isInviting={isInviting}
						isFilling={isFilling}
						onFill={fill}
					/>
				)}
				<Notices board={board} save={save} />
				<div className={styles.team}>
					{view === "list" ? <TeamList board={board} /> : <TeamGround board={board} />}
					{isInviting ? (
						<Invitation
							cap={season.rules.salaryCap}
							isFilling={isFilling}
							onFill={fill}
							onBuild={() => setBuilding(true)}
						/>
					) : null}
				</div>
			</div>
			{isRoomy ? (
				<aside className={styles.aside} aria-label={t("pool.title")}>
					{pool}
				</aside>
			) : (
				<Dialog
					look="sheet"
					title={t("pool.title")}
					isOpen={search.get("open") === "pool"}
					onClose={() => showPool(false)}
				>
					{pool}
				</Dialog>
			)}
		</div>
	);
};
