"""What can be known about the manifests without a cluster: Kubernetes' schemas come with a package.

CloudNativePG's schema does not, so what matters of its `Cluster` is looked at here.
"""

import copy
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from service.http.resources.operations import health, ready
from service.setting_texts import variable
from service.settings import Settings, fields

DEPLOY = Path(__file__).parents[2] / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
VERSION = "1.37"
OF_OTHERS = ("Cluster", "Kustomization")
"""Kinds that Kubernetes' own schemas do not have."""

KUSTOMIZATION = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())
OBJECTS: dict[str, Any] = {
    f"{each['kind']} {each['metadata']['name']}": each
    for name in KUSTOMIZATION["resources"]
    for each in yaml.safe_load_all((KUBERNETES / name).read_text())
}
DEPLOYMENTS = [name for name in OBJECTS if name.startswith("Deployment")]


def pod(name: str) -> Any:
    return OBJECTS[name]["spec"]["template"]["spec"]


def environment() -> dict[str, Any]:
    return {each["name"]: each for each in pod("Deployment parlour")["containers"][0]["env"]}


@pytest.mark.parametrize("name", [name for name, each in OBJECTS.items() if each["kind"] not in OF_OTHERS])
def test_kubernetes_knows_each_field(name: str) -> None:
    kubernetes_validate.validate(OBJECTS[name], VERSION, strict=True)


def test_a_field_that_kubernetes_does_not_know_is_found() -> None:
    wrong = copy.deepcopy(OBJECTS["Deployment parlour"])
    wrong["spec"]["template"]["spec"]["terminationGraceSeconds"] = 15

    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSION, strict=True)


def test_each_file_is_part_of_the_whole() -> None:
    files = [file for each in KUSTOMIZATION["configMapGenerator"] for file in each["files"]]

    assert {path.name for path in KUBERNETES.iterdir()} == {
        *("README.md", "kustomization.yaml"),
        *KUSTOMIZATION["resources"],
        *files,
    }


@pytest.mark.skipif(not shutil.which("kubectl"), reason="kubectl is not installed: the whole was not built")
def test_kubectl_builds_the_whole() -> None:
    command = ["kubectl", "kustomize", str(KUBERNETES)]
    built = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    objects = list(yaml.safe_load_all(built))
    maps = {each["metadata"]["name"] for each in objects if each["kind"] == "ConfigMap"}
    volumes = [
        volume
        for each in objects
        if each["kind"] == "Deployment"
        for volume in each["spec"]["template"]["spec"]["volumes"]
    ]

    assert len(objects) == len(OBJECTS) + len(maps)
    assert {each["metadata"].get("namespace", "parlour") for each in objects} == {"parlour"}
    assert {volume["configMap"]["name"] for volume in volumes if "configMap" in volume} == maps
    assert not maps & {"proxy", "redis"}, "a changed file has another name"


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_no_pod_may_do_more_than_it_must(name: str) -> None:
    (container,) = pod(name)["containers"]

    assert pod(name)["securityContext"]["runAsNonRoot"] is True
    assert pod(name)["automountServiceAccountToken"] is False
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {"cpu", "memory"} == set(container["resources"]["requests"])
    assert "memory" in container["resources"]["limits"]


def test_the_service_is_given_settings_that_exist_and_make_sense() -> None:
    given = {name: each for name, each in environment().items() if name.startswith("PARLOUR_")}
    values = {name: each.get("value", "A" * 43 + "=") for name, each in given.items()}
    settings = Settings.from_environment({name: re.sub(r"\$\(\w+\)", "0a1b", text) for name, text in values.items()})

    assert set(given) <= {variable(field) for field in fields()}
    assert settings.workers == 1, "the proxy chooses pods, not the workers in one"
    assert str(settings.postgres_url).startswith("postgresql://parlour_owner:0a1b@parlour-postgres-rw/parlour?")
    assert pod("Deployment parlour")["enableServiceLinks"] is False, "or PARLOUR_PORT is what Kubernetes says"


def test_secrets_are_given_by_reference_only() -> None:
    secret = {name for name in environment() if re.search("PASSWORD|KEY", name)}

    assert secret == {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "PARLOUR_SIGNING_KEY"}
    assert all(set(environment()[name]["valueFrom"]) == {"secretKeyRef"} for name in secret)
    assert not [name for name in OBJECTS if name.startswith("Secret")]


def test_the_probes_ask_what_the_service_answers_and_it_has_the_time_to_stop() -> None:
    (container,) = pod("Deployment parlour")["containers"]
    asked = {name: container[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")}
    heard = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    stopping = int(environment()["PARLOUR_SHUTDOWN_SECONDS"]["value"])

    assert {asked["startup"], asked["liveness"]} == health.paths
    assert {asked["readiness"]} == ready.paths
    assert pod("Deployment parlour")["terminationGracePeriodSeconds"] > heard + stopping


@pytest.mark.parametrize("kind", ["Service", "PodDisruptionBudget", "NetworkPolicy"])
def test_each_selector_finds_pods(kind: str) -> None:
    labels = [OBJECTS[name]["spec"]["template"]["metadata"]["labels"] for name in DEPLOYMENTS]
    of_postgres = {"cnpg.io/cluster": OBJECTS["Cluster parlour-postgres"]["metadata"]["name"]}
    for each in OBJECTS.values():
        if each["kind"] == kind:
            selector = each["spec"].get("selector") or each["spec"].get("podSelector")
            assert selector.get("matchLabels", selector) in [*labels, of_postgres, {}]


def test_what_is_acknowledged_is_on_two_machines() -> None:
    cluster = OBJECTS["Cluster parlour-postgres"]["spec"]
    parameters = cluster["postgresql"]["parameters"]
    compose = dict(re.findall(r"^(\w+) = (.*?)(?:\s+#.*)?$", (DEPLOY / "postgresql.conf").read_text(), re.MULTILINE))
    patroni = yaml.safe_load((DEPLOY / "patroni.yaml").read_text())["bootstrap"]["dcs"]["postgresql"]["parameters"]
    elsewhere = {name: str(value) for name, value in patroni.items()} | {k: v.strip("'") for k, v in compose.items()}

    assert cluster["instances"] == 3
    assert cluster["affinity"]["podAntiAffinityType"] == "required"
    assert cluster["postgresql"]["synchronous"] == {
        "method": "any",
        "number": 1,
        "dataDurability": "required",
        "failoverQuorum": True,
    }
    assert parameters == {name: elsewhere[name] for name in parameters}
    assert all(isinstance(text, str) for text in parameters.values()), "the operator takes texts only"
    silent = {name for name in elsewhere if name.startswith("log_") and re.search("statement|param|verbosity", name)}
    assert silent <= set(parameters), "hands are in statements"


def test_redis_and_the_proxy_have_the_settings_that_they_have_elsewhere() -> None:
    proxy, elsewhere = ((folder / "haproxy.cfg").read_text().splitlines() for folder in (KUBERNETES, DEPLOY))
    places = re.compile(
        r"^ +(#|bind|nameserver|parse-res|accepted_pay|hold|default-server|server|option httpchk|http-check)"
    )

    assert (KUBERNETES / "redis.conf").read_text() == (DEPLOY / "redis.conf").read_text()
    assert [line for line in proxy if not places.match(line)] == [line for line in elsewhere if not places.match(line)]
