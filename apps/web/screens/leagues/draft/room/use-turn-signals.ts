import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { readStorage, writeStorage } from "../../../../app/session/browser-storage.ts";

const SOUND_KEY = "draft_sound";

/** Whether a sound says that the viewer is up; off until she turns it on, on this device. */
export const isSoundOn = (): boolean => readStorage("local", SOUND_KEY) === "on";
export const storeSound = (isOn: boolean): void => void writeStorage("local", SOUND_KEY, isOn ? "on" : null);

const NOTES = [
	{ frequency: 523, at: 0 },
	{ frequency: 784, at: 0.16 },
];
const NOTE_SECONDS = 0.3;

/** Plays two soft notes. A browser that allows no sound before a press stays silent. */
export function playTurnSound(): void {
	if (typeof AudioContext === "undefined") return;
	const audio = new AudioContext();
	for (const { frequency, at } of NOTES) {
		const [note, volume] = [audio.createOscillator(), audio.createGain()];
		const start = audio.currentTime + at;
		note.frequency.value = frequency;
		volume.gain.setValueAtTime(0.12, start);
		volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
		note.connect(volume).connect(audio.destination);
		note.start(start);
		note.stop(start + NOTE_SECONDS);
	}
	setTimeout(() => void audio.close(), 1_000);
}

/** Keeps the screen awake while the page is visible, where the browser can. */
function useWakeLock(isNeeded: boolean): void {
	useEffect(() => {
		if (!isNeeded || !("wakeLock" in navigator)) return;
		let lock: WakeLockSentinel | null = null;
		let isOver = false;
		// The browser releases the lock of a hidden page, and refuses one while the battery is low.
		const request = async () => {
			if (document.visibilityState !== "visible") return;
			lock = await navigator.wakeLock.request("screen").catch(() => null);
			if (isOver) void lock?.release();
		};
		const onVisible = () => void request();
		void request();
		document.addEventListener("visibilitychange", onVisible);
		return () => {
			isOver = true;
			document.removeEventListener("visibilitychange", onVisible);
			void lock?.release();
		};
	}, [isNeeded]);
}

interface Turn {
	readonly isLive: boolean;
	/** Whether the screen stays on. */
	readonly isAwake: boolean;
	readonly isOwnTurn: boolean;
	readonly picksUntil: number | null;
	/** The pick on the clock. */
	readonly overall: number | null;
	readonly leagueName: string;
}

/** Tells the viewer that she is up: by a sound, the page's title and the text that is read aloud. */
export function useTurnSignals({ isLive, isAwake, isOwnTurn, picksUntil, overall, leagueName }: Turn) {
	const { t } = useTranslation();
	useWakeLock(isAwake);
	const signal = useEffectEvent(() => {
		if (!isSoundOn()) return;
		playTurnSound();
		navigator.vibrate?.(200);
	});
	useEffect(() => {
		if (isOwnTurn && overall !== null) signal();
	}, [isOwnTurn, overall]);
	const page = isOwnTurn
		? t("draftRoom.title.now", { league: leagueName })
		: isLive && picksUntil
			? t("draftRoom.title.until", { league: leagueName, count: picksUntil })
			: leagueName;
	const announcement = isOwnTurn
		? t("draftRoom.announce.now", { pick: overall })
		: isLive && (picksUntil === 1 || picksUntil === 2)
			? t("draftRoom.announce.soon", { count: picksUntil })
			: "";
	return { page, announcement };
}
