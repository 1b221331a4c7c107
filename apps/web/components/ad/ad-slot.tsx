import { useTranslation } from "react-i18next";
import { site } from "../../app/site.ts";
import styles from "./ad-slot.module.css";
import { AD_SANDBOX, AD_SLOTS, type AdSlotName } from "./ad-slots.ts";

interface Props {
	readonly slot: AdSlotName;
	/** Where it is to be seen: beside a mobile one that stands in for it, or on wide screens only. */
	readonly on?: "all" | "desktop" | "phone" | "wide";
	/** Its room and nothing in it: whether there is an ad is not known yet. */
	readonly isPlaceholder?: boolean;
}

/** One framed ad, fetched when it comes near and shut in; nothing at all where the site has none. */
export const AdSlot = ({ slot, on = "all", isPlaceholder = false }: Props) => {
	const { t } = useTranslation();
	if (!site.hasAds) return null;
	const { width, height, page } = AD_SLOTS[slot];
	return (
		<div className={styles.slot} data-slot={slot} data-on={on} style={{ maxWidth: width, height }}>
			{isPlaceholder ? null : (
				<iframe
					title={t("ad.title")}
					src={`/ads/${page}.html`}
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

/** A leaderboard across the page: the wide one, and on phones the small one. */
export const Leaderboard = ({ at, isHeld = false }: { readonly at: "top" | "bottom"; readonly isHeld?: boolean }) =>
	site.hasAds ? (
		<aside className={styles.leaderboard} data-at={at}>
			<AdSlot slot={`${at}-leaderboard`} on="desktop" isPlaceholder={isHeld} />
			<AdSlot slot={`${at}-leaderboard-mobile`} on="phone" isPlaceholder={isHeld} />
		</aside>
	) : null;
