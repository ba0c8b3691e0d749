/** Whose answer the game waits for. */
import type { Scene } from "./wire";

/** Must this scene's viewer answer? A reaction must be answered only if the game waits for it. */
export function mustAnswer(scene: Scene | null): boolean {
  const prompt = scene?.prompt;
  if (!scene || !prompt || prompt.kind === "info") return false;
  return prompt.kind !== "react" || scene.waiting.some((each) => each.seat === prompt.seat);
}
