"""Train on Parlour's environments with libraries that people already use.

    python examples/other_libraries.py stable-baselines3 | pufferlib | tianshou [--steps 2000]

    stable-baselines3  pip install stable-baselines3 sb3-contrib    MaskablePPO among bots
    pufferlib          pip install pufferlib-core                   emulation of both kinds of environment
    tianshou           pip install tianshou                         DQN against a random player

Each needs PyTorch, which is large, so these run by hand and not in `make test`. They show how to connect, not how to
train well: the steps are few.
"""

import argparse

import numpy as np

import parlour.envs


def stable_baselines3(steps: int) -> None:
    """One learner among bots; `action_masks` of the environment is what MaskablePPO asks for."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from stable_baselines3.common.env_util import make_vec_env

    tables = make_vec_env(
        "parlour.envs.gym:parlour/st-croix-v1", n_envs=4, seed=1, env_kwargs={"seats": 2, "opponents": "random"}
    )
    learner = MaskablePPO("MlpPolicy", tables, n_steps=128, batch_size=128, seed=1)
    learner.learn(steps)
    mean, _ = evaluate_policy(learner, tables, n_eval_episodes=20)
    print(f"Mean reward of 20 games against random: {mean:.2f}")


def pufferlib(steps: int) -> None:
    """PufferLib's emulation: flat buffers, several games in one step. Here the actions are random."""
    import pufferlib.emulation
    import pufferlib.vector

    def alone(buf: object = None, seed: int = 0) -> object:
        env = parlour.envs.gymnasium("st-croix", seats=2, opponents="random")
        return pufferlib.emulation.GymnasiumPufferEnv(env=env, buf=buf)

    def together(buf: object = None, seed: int = 0) -> object:
        env = parlour.envs.pettingzoo_parallel("follow-me", seats=3, illegal="lose")
        return pufferlib.emulation.PettingZooPufferEnv(env=env, buf=buf)

    rng = np.random.default_rng(1)
    for name, make in (("one learner", alone), ("every seat", together)):
        tables = pufferlib.vector.make(make, num_envs=4, backend=pufferlib.vector.Serial)
        seen, _ = tables.reset(seed=1)
        ended, count = 0, len(seen)
        for _ in range(steps // count):
            actions = rng.integers(tables.single_action_space.n, size=count)
            seen, _, over, _, _ = tables.step(actions)
            ended += int(np.sum(over))
        print(f"{name}: observations of shape {seen.shape}, {ended} endings in {steps} steps")
        tables.close()


def tianshou(steps: int) -> None:
    """Every seat has its own algorithm: one learns with DQN, the other plays at random."""
    from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv, PettingZooEnv
    from tianshou.trainer import OffPolicyTrainerParams
    from tianshou.utils.net.common import Net

    def make() -> PettingZooEnv:
        return PettingZooEnv(parlour.envs.pettingzoo("mine-and-craft", seats=2))

    env = make()
    size = env.observation_space["observation"].shape
    network = Net(state_shape=size, action_shape=env.action_space.n, hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(model=network, action_space=env.action_space, eps_training=0.1)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=100)
    other = MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space)
    both = MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=env)
    games = Collector(both, DummyVectorEnv([make] * 4), VectorReplayBuffer(20_000, 4), exploration_noise=True)
    games.reset()
    wanted = OffPolicyTrainerParams(
        training_collector=games,
        max_epochs=1,
        epoch_num_steps=steps,
        collection_step_num_env_steps=100,
        batch_size=64,
        update_step_num_gradient_steps_per_sample=0.1,
    )
    result = both.run_training(wanted)
    print(f"{result.update_step} updates after {result.train_step} decisions")


LIBRARIES = {"stable-baselines3": stable_baselines3, "pufferlib": pufferlib, "tianshou": tianshou}


def main() -> None:
    """Train for a short while with one library."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", choices=LIBRARIES)
    parser.add_argument("--steps", type=int, default=2000, help="decisions")
    asked = parser.parse_args()
    LIBRARIES[asked.library](asked.steps)


if __name__ == "__main__":
    main()
