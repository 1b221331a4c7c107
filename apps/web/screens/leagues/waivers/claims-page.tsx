import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { EmptyState, Notice } from "../../../components/states/states.tsx";
import { formatInteger } from "../../../i18n/format.ts";
import { useOnline } from "../../../live/use-online.ts";
import { getFullName } from "../../../players/player-format.ts";
import frame from "../frame/frame.module.css";
import { type OrderedPlayer, PlayerOrder } from "../frame/player-order.tsx";
import rowStyles from "../frame/rows.module.css";
import { isAlternative, removeClaim, reorderClaims, toggleAlternative } from "./claim-order.ts";
import styles from "./claims.module.css";
import { type AddOrClaim, TakeDialog } from "./take-dialog.tsx";
import { type Claim, getClaimKey, useWaivers, type Waivers } from "./use-waivers.tsx";
import { WaiverStrip } from "./waiver-strip.tsx";

/** The teams in the order in which their claims come first. */
const OrderCard = () => {
	const { t } = useTranslation();
	const { runs, teamById, ownTeam } = useWaivers();
	const { order, priority } = runs;
	return (
		<section className={frame.card} aria-label={t("waivers.order.title")}>
			<h2>{t("waivers.order.title")}</h2>
			<p className={frame.hint}>{t(`waivers.order.text.${priority}`)}</p>
			<ol className={`${rowStyles.rows} ${styles.order}`}>
				{order.map(({ teamId, budget }) => (
					<li key={teamId} data-own={teamId === ownTeam?.teamId || undefined}>
						<span dir="auto">{teamById.get(teamId)?.name}</span>
						{budget === null ? null : <b>${formatInteger(budget)}</b>}
					</li>
				))}
			</ol>
		</section>
	);
};

type KeyedClaim = Claim & { readonly key: string };

const listKeyed = (claims: readonly Claim[]): KeyedClaim[] =>
	claims.map((claim) => ({ ...claim, key: getClaimKey(claim) }));

/** Returns why a claim would fail if the run were now: somebody has the player, or the player to drop has left. */
function useClaimProblem({ ownerById, ownTeam, season, isLocked, claims }: Waivers) {
	const { t } = useTranslation();
	const budget = claims.result.data?.budget ?? null;
	return ({ playerId, dropId, bid }: Claim): string | null => {
		const owner = ownerById.get(playerId);
		if (owner) return t("waivers.claims.problem.taken", { team: owner.name });
		const dropped = season.lookup(dropId ?? 0);
		if (dropped && !ownTeam?.playerIds.includes(dropped.id))
			return t("waivers.claims.problem.dropGone", { name: dropped.name });
		if (dropped && isLocked(dropped.id)) return t("waivers.claims.problem.dropLocked", { name: dropped.name });
		return budget !== null && bid > budget
			? t("waivers.claims.problem.overBudget", { left: formatInteger(budget) })
			: null;
	};
}

/** The claims, in the order in which they are tried. */
const ClaimList = ({ onEdit }: { readonly onEdit: (claim: Claim) => void }) => {
	const { t } = useTranslation();
	const waivers = useWaivers();
	const { season, claims } = waivers;
	const findProblem = useClaimProblem(waivers);
	const hasBids = (claims.result.data?.budget ?? null) !== null;
	const keyed = listKeyed(claims.result.data?.claims ?? []);
	const change = (changed: readonly KeyedClaim[]) => claims.setClaims(changed.map(({ key: _, ...claim }) => claim));
	const buildRow = (claim: KeyedClaim, index: number): OrderedPlayer<string>[] => {
		const player = season.playerById.get(claim.playerId);
		if (!player) return [];
		const name = getFullName(player);
		const dropped = season.lookup(claim.dropId ?? 0)?.name;
		const isOr = isAlternative(keyed, index);
		return [
			{
				key: claim.key,
				id: player.id,
				name,
				facts: [
					...(hasBids ? [t("waivers.bid.amount", { amount: formatInteger(claim.bid) })] : []),
					dropped ? t("waivers.claims.drops", { name: dropped }) : t("waivers.claims.dropsNobody"),
				].join(" · "),
				problem: findProblem(claim),
				before:
					index === 0 ? null : (
						<span className={styles.joint} data-or={isOr || undefined}>
							<button
								type="button"
								aria-pressed={isOr}
								aria-label={`${t(isOr ? "waivers.claims.or" : "waivers.claims.and")}: ${t("waivers.claims.orLabel", { name })}`}
								onClick={() => change(toggleAlternative(keyed, index))}
							>
								{t(isOr ? "waivers.claims.or" : "waivers.claims.and")}
							</button>
						</span>
					),
				actions: (
					<button
						type="button"
						className={styles.edit}
						aria-label={t("waivers.claims.editLabel", { name })}
						onClick={() => onEdit(claim)}
					>
						{t("waivers.claims.edit")}
					</button>
				),
			},
		];
	};
	return (
		<div className={styles.list}>
			<PlayerOrder
				label={t("waivers.claims.title")}
				players={keyed.flatMap(buildRow)}
				onChange={(keys) => change(reorderClaims(keyed, keys))}
				onRemove={(key) => change(removeClaim(keyed, key))}
			/>
		</div>
	);
};

/** The user's claims for the next run, and the order of the teams. */
export const ClaimsPage = () => {
	const { t } = useTranslation();
	const { league, ownTeam, claims } = useWaivers();
	const isOnline = useOnline();
	const [addOrClaim, setAddOrClaim] = useState<AddOrClaim | null>(null);
	const count = claims.result.data?.claims.length ?? 0;
	return (
		<div className={`${frame.stack} ${styles.claims}`}>
			<WaiverStrip />
			<section className={frame.card} aria-label={t("waivers.claims.title")}>
				<header className={frame.title}>
					<h2>{t("waivers.claims.title")}</h2>
					<Link to={paths.league.to(league.id, "moves")}>{t("waivers.claims.results")}</Link>
				</header>
				{ownTeam && count > 0 ? (
					<>
						<p className={frame.hint}>{t("waivers.claims.text")}</p>
						{claims.isUnsaved || !isOnline ? <Notice tone="warn">{t("waivers.claims.unsaved")}</Notice> : null}
						<ClaimList onEdit={(claim) => setAddOrClaim({ playerId: claim.playerId, dropId: claim.dropId, claim })} />
					</>
				) : (
					<EmptyState icon="players" title={t("waivers.claims.none")} text={t("waivers.claims.noneText")}>
						<Link to={paths.league.to(league.id, "players")}>{t("waivers.claims.find")}</Link>
					</EmptyState>
				)}
			</section>
			<OrderCard />
			<TakeDialog addOrClaim={addOrClaim} onClose={() => setAddOrClaim(null)} />
		</div>
	);
};
