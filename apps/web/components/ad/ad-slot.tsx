import { type AdPage, findAdTarget } from "@first-bounce/contract/site/ads";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { site } from "../../app/site.ts";
import styles from "./ad-slot.module.css";

/** Every ad slot with its size in pixels, which is reserved before the ad loads. */
export const AD_SLOTS = {
	billboard: { width: 970, height: 250, page: "billboard" },
	"below-the-fold-billboard": { width: 970, height: 250, page: "below-the-fold-billboard" },
	"mobile-billboard": { width: 320, height: 100, page: "mobile-billboard" },
	"desktop-medium-rectangle": { width: 300, height: 250, page: "desktop-medium-rectangle" },
	"medium-rectangle": { width: 300, height: 250, page: "medium-rectangle" },
	"top-leaderboard": { width: 728, height: 90, page: "top-lb" },
	"top-leaderboard-mobile": { width: 320, height: 50, page: "top-lb-mob" },
	"bottom-leaderboard": { width: 728, height: 90, page: "bottom-lb" },
	"bottom-leaderboard-mobile": { width: 320, height: 50, page: "bottom-lb-mob" },
	"side-rectangle": { width: 300, height: 250, page: "side-rectangle" },
} as const satisfies Record<string, { width: number; height: number; page: AdPage }>;
export type AdSlotName = keyof typeof AD_SLOTS;

/** An ad may run its own scripts and navigate on a click, but has no access to this page. */
const AD_SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

interface Props {
	readonly slot: AdSlotName;
	/** Screens it is shown on. A desktop slot is usually paired with a phone slot. */
	readonly on?: "all" | "desktop" | "phone" | "wide" | "narrow";
	/** Reserves the space without loading an ad, while it is not known whether one will be shown. */
	readonly isPlaceholder?: boolean;
}

/** One sandboxed ad, loaded lazily. Renders nothing where the site has no ads. */
export const AdSlot = ({ slot, on = "all", isPlaceholder = false }: Props) => {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	if (!site.hasAds) return null;
	const { width, height, page } = AD_SLOTS[slot];
	const target = findAdTarget(pathname);
	return (
		<div className={styles.slot} data-slot={slot} data-on={on} style={{ maxWidth: width, height }}>
			{isPlaceholder ? null : (
				<iframe
					title={t("ad.title")}
					src={`/ads/${page}.html${target === null ? "" : `?on=${encodeURIComponent(target)}`}`}
					width={width}
					height={height}
					loading="lazy"
					sandbox={AD_SANDBOX}
					referrerPolicy="no-referrer"
				/>
			)}
		</div>
	);
};

export const Leaderboard = ({
	slot,
	at,
	isPlaceholder = false,
}: {
	readonly slot: "top-leaderboard" | "bottom-leaderboard";
	/** Where on the page the banner is: on a phone the top banner is at the bottom. */
	readonly at: "top" | "bottom";
	readonly isPlaceholder?: boolean;
}) =>
	site.hasAds ? (
		<aside className={styles.leaderboard} data-at={at}>
			<AdSlot slot={slot} on="desktop" isPlaceholder={isPlaceholder} />
			<AdSlot slot={`${slot}-mobile`} on="phone" isPlaceholder={isPlaceholder} />
		</aside>
	) : null;

/** A billboard across a wide page. Narrow pages have a smaller billboard instead, or a rectangle below the fold. */
export const Billboard = ({ slot }: { readonly slot: "billboard" | "below-the-fold-billboard" }) =>
	site.hasAds ? (
		<aside className={styles.billboard}>
			<AdSlot slot={slot} on="wide" />
			<AdSlot slot={slot === "billboard" ? "mobile-billboard" : "medium-rectangle"} on="narrow" />
		</aside>
	) : null;
