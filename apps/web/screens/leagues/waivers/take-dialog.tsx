import { addFreeAgent, saveClaims } from "@first-bounce/contract/draft/waivers";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { CallForm } from "../../../components/form-card/call-form.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { useStateText } from "../../../draft-league/player-state.ts";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { formatInteger, formatPoints, formatSignedPoints } from "../../../i18n/format.ts";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import effectStyles from "../frame/effect.module.css";
import frame from "../frame/frame.module.css";
import head from "../frame/player-head.module.css";
import { DropChoice, findFirstDrop } from "./drop-choice.tsx";
import {
	applyChange,
	type Change,
	findChangeProblem,
	listLineChanges,
	projectRest,
	projectRound,
} from "./squad-change.ts";
import { type Claim, getClaimKey, toSentClaims, useWaivers, type Waivers } from "./use-waivers.tsx";

const Difference = ({ points }: { readonly points: number }) => (
	<b data-better={points === 0 ? undefined : points > 0}>{formatSignedPoints(points)}</b>
);

/**
 * The effect of a change on the squad: projected points in the next round and in the rest of the season, the difference of the two
 * players in an average match, and the lines.
 */
const SquadEffect = ({ change }: { readonly change: Change }) => {
	const { t } = useTranslation();
	const { season, league } = useWaivers();
	const situation = { season, rules: league.squad };
	const before = projectRound(change.squad, situation);
	const after = projectRound(applyChange(change), situation);
	const getEstimate = (id: PlayerId | null) => season.playerById.get(id ?? 0)?.stats.estimate ?? 0;
	const rest = projectRest(applyChange(change), situation) - projectRest(change.squad, situation);
	const lines = listLineChanges(change, situation);
	const short = lines.filter((counted) => counted.after < counted.before && counted.after < counted.places);
	return (
		<section className={effectStyles.effect} aria-label={t("waivers.effect.title")} aria-live="polite">
			<dl>
				<div>
					<dt>{t("waivers.effect.round")}</dt>
					<dd>
						{formatPoints(before)} → {formatPoints(after)}{" "}
						{Math.round(after) === Math.round(before) ? null : (
							<Difference points={Math.round(after) - Math.round(before)} />
						)}
					</dd>
				</div>
				<div>
					<dt>{t("waivers.effect.rest")}</dt>
					<dd>
						<Difference points={Math.round(rest)} />
					</dd>
				</div>
				{change.drop === null ? null : (
					<div>
						<dt>{t("waivers.effect.match")}</dt>
						<dd>
							<Difference points={Math.round(getEstimate(change.add)) - Math.round(getEstimate(change.drop))} />
						</dd>
					</div>
				)}
				{lines.map(({ line, before: had, after: has }) => (
					<div key={line}>
						<dt>{t(`line.${line}`)}</dt>
						<dd>
							{had} → {has}
						</dd>
					</div>
				))}
			</dl>
			{short.map(({ line, after: has, places }) => (
				<p key={line} data-short>
					{t("waivers.effect.short", { position: t(`lineName.${line}`), count: has, places })}
				</p>
			))}
		</section>
	);
};

/** A player whom the user is about to add or claim. */
export interface AddOrClaim {
	readonly playerId: PlayerId;
	/** The player who is preselected to be dropped. Null if nobody is in an edited claim, or if `findFirstDrop` chooses her. */
	readonly dropId: PlayerId | null;
	/** The claim that is edited; null for a new claim, and to add a free player. */
	readonly claim: Claim | null;
}

const parseBid = (text: string): number | null => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);

/**
 * Whether the form adds the player instead of claiming her. Also true for a player whom another team owns by now; the form then
 * says so.
 */
const isAddForm = ({ playerId, claim }: Omit<AddOrClaim, "dropId">, unownedById: Waivers["unownedById"]): boolean =>
	claim === null && unownedById.get(playerId)?.state !== "waivers";

/** Adds a free player, or saves a claim with the others. */
function useTake({ playerId, claim }: Omit<AddOrClaim, "dropId">, onDone: () => void) {
	const { t } = useTranslation();
	const { league, season, unownedById, claims } = useWaivers();
	const refresh = useLeagueRefresh(league.id);
	const params = { id: league.id };
	const name = season.lookup(playerId)?.name ?? "";
	const isAdd = isAddForm({ playerId, claim }, unownedById);
	const add = useCallMutation(addFreeAgent, {
		meta: { hasInlineError: true },
		onSuccess: () => {
			showToast({ tone: "good", text: t("waivers.take.added", { name }) });
			onDone();
		},
		// A user who came too late then sees who has the player.
		onSettled: () => refresh(),
	});
	const save = useCallMutation(saveClaims, {
		meta: { hasInlineError: true },
		onSuccess: (saved) => {
			claims.showSaved(saved);
			showToast({ tone: "good", text: t(claim ? "waivers.take.changed" : "waivers.take.claimed", { name }) });
			onDone();
		},
		// The next try is then based on the claims of another device that has changed them meanwhile.
		onError: () => claims.reload(),
	});
	const listed = claims.result.data?.claims ?? [];
	const isSameClaim = (other: Claim) => claim !== null && getClaimKey(other) === getClaimKey(claim);
	return {
		isAdd,
		call: { isPending: add.isPending || save.isPending, error: add.error ?? save.error },
		isClaimedWith: (dropId: PlayerId | null) =>
			!isAdd && listed.some((other) => !isSameClaim(other) && getClaimKey(other) === getClaimKey({ playerId, dropId })),
		take: (dropId: PlayerId | null, bid: number) => {
			if (isAdd) return add.mutate({ params, body: { playerId, dropId } });
			const sent = { playerId, dropId, bid, group: null };
			// An edited claim may have left the list meanwhile, by a run or in another tab.
			const changed = listed.some(isSameClaim)
				? listed.map((other) => (isSameClaim(other) ? { ...sent, group: other.group } : other))
				: [...listed, sent];
			save.mutate({ params, body: { claims: toSentClaims(changed), version: claims.getVersion() } });
		},
	};
}

const Player = ({ player }: { readonly player: PlayerEntry }) => {
	const { t } = useTranslation();
	const waivers = useWaivers();
	const getStateText = useStateText(waivers, waivers.now);
	const { season, unownedById } = waivers;
	const unowned = unownedById.get(player.id);
	return (
		<div className={head.player}>
			<span className={head.portrait}>
				<Portrait squadId={player.squadId} photo={season.getPhotoPath(player)} />
			</span>
			<p>
				<b>{getFullName(player)}</b>
				<span>
					{formatPositions(player.position, t)} · {season.squads.get(player.squadId)?.name}
					{unowned ? ` · ${t("waivers.take.rest", { points: formatPoints(unowned.projectedPoints) })}` : null}
				</span>
				<span>{getStateText(player.id)}</span>
			</p>
		</div>
	);
};

interface FormProps {
	readonly addOrClaim: AddOrClaim;
	readonly onClose: () => void;
}

const TakeForm = ({ addOrClaim, onClose }: FormProps) => {
	const { t } = useTranslation();
	const waivers = useWaivers();
	const { season, league, ownTeam, claims, isLocked } = waivers;
	const { playerId, claim } = addOrClaim;
	const { isAdd, call, isClaimedWith, take } = useTake(addOrClaim, onClose);
	const squad = ownTeam?.placedIds ?? [];
	const hasRoom =
		findChangeProblem({ squad, add: playerId, drop: null }, { season, rules: league.squad, isLocked }) === null;
	const [dropId, setDropId] = useState<PlayerId | null>(
		claim ? claim.dropId : findFirstDrop(waivers, addOrClaim, hasRoom),
	);
	const [bidText, setBidText] = useState(String(claim?.bid ?? 0));
	const [isSubmitted, setSubmitted] = useState(false);
	const player = season.playerById.get(playerId);
	const budget = claims.result.data?.budget ?? null;
	const bid = budget === null || isAdd ? 0 : parseBid(bidText);
	const bidError =
		bid === null ? t("waivers.bid.whole") : bid > (budget ?? 0) && !isAdd ? t("waivers.bid.over") : undefined;
	const isDropMissing = dropId === null && !hasRoom;
	const owner = waivers.ownerById.get(playerId);
	const submit = () => {
		setSubmitted(true);
		if (bid === null || bidError !== undefined || isDropMissing) return;
		take(dropId, bid);
	};
	if (!player || !ownTeam) return null;
	return (
		<CallForm
			call={call}
			submitLabel={t(isAdd ? "waivers.take.add" : claim ? "waivers.take.save" : "waivers.take.claim", {
				name: player.lastName,
			})}
			isDisabled={owner !== undefined || isClaimedWith(dropId)}
			onSubmit={submit}
			onClose={onClose}
			footer={<p className={frame.hint}>{t(isAdd ? "waivers.take.addText" : "waivers.take.claimText")}</p>}
		>
			<Player player={player} />
			<DropChoice playerId={playerId} hasRoom={hasRoom} value={dropId} onChange={setDropId} />
			{budget === null || isAdd ? null : (
				<TextField
					name="bid"
					inputMode="numeric"
					maxLength={4}
					label={t("waivers.bid.label")}
					hint={t("waivers.bid.hint", { left: formatInteger(budget) })}
					error={isSubmitted ? bidError : undefined}
					value={bidText}
					onChange={setBidText}
				/>
			)}
			{isDropMissing ? null : <SquadEffect change={{ squad, add: playerId, drop: dropId }} />}
			{isSubmitted && isDropMissing ? <Notice tone="bad">{t("waivers.take.chooseDrop")}</Notice> : null}
			{isClaimedWith(dropId) ? <Notice tone="info">{t("waivers.take.twice")}</Notice> : null}
			{owner && !call.error ? <Notice tone="warn">{t("waivers.take.taken", { team: owner.name })}</Notice> : null}
		</CallForm>
	);
};

/** Asks whom to drop for a player, and shows what that changes, before she is added or claimed. */
export const TakeDialog = ({
	addOrClaim,
	onClose,
}: {
	readonly addOrClaim: AddOrClaim | null;
	readonly onClose: () => void;
}) => {
	const { t } = useTranslation();
	const { unownedById } = useWaivers();
	const isAdd = addOrClaim !== null && isAddForm(addOrClaim, unownedById);
	const title = isAdd
		? "waivers.take.addTitle"
		: addOrClaim?.claim
			? "waivers.take.changeTitle"
			: "waivers.take.claimTitle";
	return (
		<Dialog title={t(title)} isOpen={addOrClaim !== null} onClose={onClose} variant="sheet">
			{addOrClaim ? <TakeForm key={addOrClaim.playerId} addOrClaim={addOrClaim} onClose={onClose} /> : null}
		</Dialog>
	);
};
