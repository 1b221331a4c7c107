import type { DraftLeague } from "@first-bounce/contract/draft/draft";
import { createDrawKey, orderByDraw, type Sha256 } from "@first-bounce/rules/draws/draw";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../app/paths.ts";
import { Icon } from "../../../../components/icon/icon.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import frame from "../../frame/frame.module.css";
import { listSeats } from "../model/draft-room.ts";
import { useDraft } from "../use-draft.ts";
import styles from "./lobby.module.css";

type LastDraw = NonNullable<DraftLeague["lastDraw"]>;

async function hash(text: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Runs a synchronous computation, and repeats it until all hashes that it asks for are known: browsers hash asynchronously. */
async function computeWithHashes<Result>(compute: (sha256: Sha256) => Result): Promise<Result> {
	const known = new Map<string, string>();
	for (;;) {
		const missing = new Set<string>();
		const result = compute((text) => {
			const digest = known.get(text);
			if (digest === undefined) missing.add(text);
			return digest ?? "";
		});
		if (missing.size === 0) return result;
		for (const text of missing) known.set(text, await hash(text));
	}
}

/** Computes the order of a draw from its published values, and checks its seed against the hash that was published before it. */
const recomputeDraw = ({ seed, seedHash, moment, teamIds }: LastDraw) =>
	computeWithHashes((sha256) => ({
		isSeedGenuine: sha256(seed) === seedHash,
		order: orderByDraw(teamIds, createDrawKey({ seed, moment, entrants: teamIds }, sha256), sha256),
	}));

/** Recomputes the order from the published values, on this device. Browsers can hash only in secure contexts. */
const Recomputation = ({ draw }: { readonly draw: LastDraw }) => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	const { data } = useQuery({
		queryKey: ["draw", draw.moment],
		queryFn: () => recomputeDraw(draw),
		enabled: globalThis.isSecureContext,
	});
	if (!data) return null;
	// If the order has been set in another way since, there is nothing to compare it with.
	const isOrderConfirmed = league.order?.method !== "draw" || data.order.join() === league.order.teamIds.join();
	const isConfirmed = data.isSeedGenuine && isOrderConfirmed;
	const seats = listSeats(board.seats);
	const names = data.order.map((teamId) => {
		const seat = seats.find((candidate) => candidate.teamId === teamId);
		return seat ? formatSeatName(seat, t) : t("leagues.lobby.leftTeam");
	});
	return (
		<>
			<p className={isConfirmed ? styles.ready : styles.failed} role="status">
				<Icon name={isConfirmed ? "check" : "alert"} size={16} />
				{t(isConfirmed ? "leagues.lobby.recomputed" : "leagues.lobby.notRecomputed")}
			</p>
			<p>{names.map((name, index) => `${index + 1} ${name}`).join(" · ")}</p>
		</>
	);
};

/** The values that decide the draw: before it the hash of its seed, after it all of them. */
export const DrawCheck = () => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const { lastDraw, seedHash } = league;
	const values: readonly (readonly [label: string, value: string])[] = lastDraw
		? [
				[t("leagues.cup.fair.seedHash"), lastDraw.seedHash],
				[t("leagues.cup.fair.seed"), lastDraw.seed],
				[t("leagues.cup.fair.moment"), lastDraw.moment],
				[t("leagues.lobby.drawnTeams"), lastDraw.teamIds.join(", ")],
			]
		: [];
	return (
		<section className={`${frame.card} ${frame.stack} ${styles.draw}`}>
			<h2>{t("leagues.cup.fair.title")}</h2>
			<p>{t(lastDraw ? "leagues.lobby.drawAfter" : "leagues.lobby.drawBefore")}</p>
			{lastDraw ? <Recomputation draw={lastDraw} /> : null}
			<details>
				<summary>{t("leagues.lobby.drawValues")}</summary>
				<dl>
					{[...values, [t("leagues.lobby.nextHash"), seedHash] as const].map(([label, value]) => (
						<div key={label}>
							<dt>{label}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
				<p>{t("leagues.lobby.drawRule")}</p>
				<Link to={paths.help.to("faqs")}>{t("leagues.cup.fair.rules")}</Link>
			</details>
		</section>
	);
};
